import type { FastifyRequest } from 'fastify'
import { Fault, notFound } from '../../src/record/fault.ts'
import type { AreaOptions, UnknownRoute } from '../identity/area-auth.ts'
import { pathOf } from '../request/request-target.ts'
import { isSafeMethod } from '../request/safe-method.ts'
import type { Server } from '../server/server.ts'
import { publicPath } from './public-path.ts'

const unlimitedPaths = /^\/(health|metrics)(\/|\?|$)/

/**
 * Creates the handler for requests without a route: 404 if no route has the path, 405 if one has it for
 * another method. Each area sets the handler for its prefix, so that it authenticates first, and calls it
 * before the body is parsed, so that a malformed body does not cause a 400 first.
 */
export function unknownRouteHandler(app: Server): UnknownRoute {
  const methodsByUrl = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    const allowed = methodsByUrl.get(url) ?? new Set()
    for (const name of [method].flat()) allowed.add(name)
    methodsByUrl.set(url, allowed)
    patterns.set(url, new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`))
  })
  return (request, reply, next) => {
    const path = pathOf(request.url)
    const url = [...patterns].find(([, pattern]) => pattern.test(path))?.[0]
    const allowed = url === undefined ? undefined : methodsByUrl.get(url)
    if (!allowed) throw notFound()
    reply.header('allow', [...allowed].join(', '))
    throw new Fault('method_not_allowed', undefined, undefined, next === undefined ? {} : { next })
  }
}

/**
 * Applies the rate limit to requests outside the areas that match no route, then answers 404 or 405. Register
 * it after the areas, which have their own guards. A browser that opens the root is redirected to the web interface.
 */
export function unmatchedRequests(app: Server, { limit, unknownRoute }: AreaOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    if (!unlimitedPaths.test(request.url)) await limit(request, reply)
    if (isBrowserAtRoot(request)) return reply.redirect(`${publicPath(request.server.config)}/admin`, 303)
    unknownRoute(request, reply)
  })
  app.setNotFoundHandler((request, reply) => unknownRoute(request, reply))
}

function isBrowserAtRoot({ method, url, headers }: FastifyRequest): boolean {
  return isSafeMethod(method) && /^\/(\?|$)/.test(url) && (headers.accept ?? '').includes('text/html')
}
