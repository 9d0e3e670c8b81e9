import fastifyPlugin from 'fastify-plugin'
import { etagOf } from '../../src/record/etag.ts'
import type { Warning } from '../../src/record/warning.ts'
import { isSafeMethod } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Warnings about the request that the response will contain. */
    warnings: Warning[]
  }
}

/**
 * Adds `warnings` to a successful response if the request or its handler produced any. That of a proposal has the list even
 * if it is empty.
 */
export const warnings = fastifyPlugin(
  async (app: Server) => {
    app.decorateRequest('warnings')
    app.addHook('onRequest', (request, _reply, done) => {
      request.warnings = []
      done()
    })
    app.addHook('preSerialization', (request, reply, payload, done) => {
      if (reply.statusCode >= 400) return done(null, payload)
      const { warnings: ofHandler = [], ...body } = payload as { warnings?: Warning[] }
      const answer = (list: Warning[]) =>
        list.length > 0 || reply.statusCode === 202 ? { ...body, warnings: list } : body
      if (request.warnings.length === 0) return done(null, answer(ofHandler))
      // Warnings about the request are not part of the record, so the ETag is that of the answer without them.
      if (isSafeMethod(request.method) && reply.statusCode === 200 && !reply.hasHeader('etag'))
        reply.header('etag', etagOf(reply.serialize(answer(ofHandler)) as string))
      done(null, answer([...request.warnings, ...ofHandler]))
    })
  },
  { name: 'warnings' },
)
