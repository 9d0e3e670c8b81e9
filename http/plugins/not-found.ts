import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, notFound } from '../../src/record/fault.ts'
import type { App } from '../types.ts'

/**
 * Tells a path that is not there (404) from one that is, but not for this method (405). Gives the handler, which
 * each area sets for its own prefix, so that its credential is asked for first.
 */
export function unknownRoutes(app: App) {
  const methods = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    const allowed = methods.get(url) ?? new Set()
    for (const one of [method].flat()) allowed.add(one)
    methods.set(url, allowed)
    patterns.set(url, new RegExp(`^${url.replace(/:[A-Za-z]+/g, '[^/]+')}$`))
  })
  return (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split('?')[0] ?? ''
    const url = [...patterns].find(([, pattern]) => pattern.test(path))?.[0]
    const allowed = url === undefined ? undefined : methods.get(url)
    if (!allowed) throw notFound()
    reply.header('allow', [...allowed].join(', '))
    throw new Fault('method_not_allowed')
  }
}

/**
 * The address of a request. One that cannot be decoded is written so that it can: it is the address of nothing, and
 * goes the way of every other, through limit and credential.
 */
export function readableUrl({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
