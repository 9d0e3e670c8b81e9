import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Fault, notFound } from '../../src/record/fault.ts'
import { isSafeMethod, pathOf } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'
import { publicPath } from './public-path.ts'

const unlimitedPaths = /^\/(health|metrics)(\/|\?|$)/

/**
 * Throws `not_found`, or `method_not_allowed` with an `Allow` header, for a request without a route. `next` is what to
 * do instead of using the method.
 */
type UnknownRoute = (request: FastifyRequest, reply: FastifyReply, next?: string) => never

declare module 'fastify' {
  interface FastifyInstance {
    unknownRoute: UnknownRoute
  }
}

/**
 * Answers requests without a route by `app.unknownRoute`: 404 if no route has the path, 405 if one has it for another
 * method. Each area calls it for its prefix after it has authenticated the caller, and before the body is parsed, so
 * that a malformed body does not cause a 400 first.
 */
export const unknownRoutes = fastifyPlugin(
  async (app: Server) => {
    const methodsByUrl = new Map<string, Set<string>>()
    const patterns = new Map<string, RegExp>()
    app.addHook('onRoute', ({ url, method }) => {
      const allowed = methodsByUrl.get(url) ?? new Set()
      for (const name of [method].flat()) allowed.add(name)
      methodsByUrl.set(url, allowed)
      patterns.set(url, new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`))
    })
    app.decorate('unknownRoute', (request, reply, next) => {
      const path = pathOf(request.url)
      const url = [...patterns].find(([, pattern]) => pattern.test(path))?.[0]
      const allowed = url === undefined ? undefined : methodsByUrl.get(url)
      if (!allowed) throw notFound()
      reply.header('allow', [...allowed].join(', '))
      throw new Fault('method_not_allowed', undefined, undefined, next === undefined ? {} : { next })
    })
  },
  { name: 'unknown-routes' },
)

/**
 * Applies the rate limit to requests outside the areas that match no route, then answers 404 or 405. Register
 * it after the areas, which have their own guards. A browser that opens the root is redirected to the web interface.
 */
export const unmatchedRequests = fastifyPlugin(
  async (app: Server) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return
      if (!unlimitedPaths.test(request.url)) await app.limitRate(request, reply)
      if (isBrowserAtRoot(request)) return reply.redirect(`${publicPath(app.config)}/admin`, 303)
      app.unknownRoute(request, reply)
    })
    app.setNotFoundHandler((request, reply) => app.unknownRoute(request, reply))
  },
  { name: 'unmatched-requests', dependencies: ['rate-limit', 'unknown-routes'] },
)

function isBrowserAtRoot({ method, url, headers }: FastifyRequest): boolean {
  return isSafeMethod(method) && /^\/(\?|$)/.test(url) && (headers.accept ?? '').includes('text/html')
}
