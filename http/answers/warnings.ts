import type { Warning } from '../../src/record/warning.ts'
import type { Server } from '../server/server.ts'

/** Adds `warnings` to a successful response if the request produced any. */
export function warnings(app: Server): void {
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
}
