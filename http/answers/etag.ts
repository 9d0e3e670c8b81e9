import type { FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { etagOf, matchesTag } from '../../src/record/etag.ts'
import { isSafeMethod } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The response also contains records that its ETag does not depend on, so that `If-None-Match` is ignored. */
    embedsOthers: boolean
  }
}

/** Adds an ETag to every 200 response to a GET or HEAD, and answers 304 if `If-None-Match` matches it. */
export const etags = fastifyPlugin(
  async (app: Server) => {
    app.decorateReply('embedsOthers', false)
    app.addHook('onSend', (request, reply, payload, done) => {
      if (!isSafeMethod(request.method) || reply.statusCode !== 200 || typeof payload !== 'string')
        return done(null, payload)
      const tag = tagOf(reply, payload)
      reply.header('etag', tag)
      if (reply.embedsOthers || !matchesTag(request.headers['if-none-match'], tag)) return done(null, payload)
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      // For a HEAD request Fastify removes the body itself.
      done(null, request.method === 'HEAD' ? payload : null)
    })
  },
  { name: 'etags', dependencies: ['answer-cache'] },
)

/** Returns the ETag of a response: the one that its route or the plugin `warnings` has set, or that of its body. */
export function tagOf(reply: FastifyReply, body: string): string {
  return (reply.getHeader('etag') as string | undefined) ?? etagOf(body)
}
