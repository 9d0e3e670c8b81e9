import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, notFound } from '../../src/record/fault.ts'
import type { Server } from '../server.ts'
import type { Limit } from './limits.ts'

type UnknownRoute = (request: FastifyRequest, reply: FastifyReply) => never

const uncounted = /^\/(health|metrics)(\/|\?|$)/

/**
 * Tells a path that is not there (404) from one that is, but not for this method (405). Gives the handler, which
 * each area sets for its own prefix, so that its credential is asked for first; and calls before a body is read,
 * which would be judged first otherwise.
 */
export function unknownRoutes(app: Server): UnknownRoute {
  const methods = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    const allowed = methods.get(url) ?? new Set()
    for (const one of [method].flat()) allowed.add(one)
    methods.set(url, allowed)
    patterns.set(url, new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`))
  })
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const url = [...patterns].find(([, pattern]) => pattern.test(path))?.[0]
    const allowed = url === undefined ? undefined : methods.get(url)
    if (!allowed) throw notFound()
    reply.header('allow', [...allowed].join(', '))
    throw new Fault('method_not_allowed')
  }
}

/** What is in no area is counted all the same. Comes after the areas, which have doors of their own. */
export function outside(
  app: Server,
  { limit, unknownRoute }: { limit: Limit; unknownRoute: UnknownRoute },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    if (!uncounted.test(request.url)) await limit(request, reply)
    unknownRoute(request, reply)
  })
  app.setNotFoundHandler(unknownRoute)
}

/**
 * The address of a request, without the server that it may name. One that cannot be decoded is written so that it can:
 * it is the address of nothing, and goes the way of every other, through limit and credential.
 */
export function readableUrl({ url: target = '/' }: IncomingMessage): string {
  const url = withoutServer(target)
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** What a request is for: clients that take us for a proxy send `http://host/path`, and mean the path. */
export function withoutServer(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === target || path.startsWith('/') ? path : `/${path}`
}
