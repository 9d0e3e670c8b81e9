import fastifyPlugin from 'fastify-plugin'
import type { Warning } from '../../src/record/warning.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Warnings that the response will contain. */
    warnings: Warning[]
  }
}

/** Adds `warnings` to a successful response if the request produced any. */
export const warnings = fastifyPlugin(
  async (app: Server) => {
    app.decorateRequest('warnings')
    app.addHook('onRequest', (request, _reply, done) => {
      request.warnings = []
      done()
    })
    app.addHook('preSerialization', (request, reply, payload, done) => {
      if (reply.statusCode >= 400) return done(null, payload)
      const { warnings: ownWarnings = [], ...body } = payload as { warnings?: Warning[] }
      const all = [...request.warnings, ...ownWarnings]
      done(null, all.length > 0 ? { ...body, warnings: all } : body)
    })
  },
  { name: 'warnings' },
)
