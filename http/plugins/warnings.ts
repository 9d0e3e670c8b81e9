import type { Warning } from '../../src/record/warning.ts'
import type { Server } from '../server.ts'

/** Adds to an answer what the caller should know besides it. No warnings, no key. */
export function warnings(app: Server): void {
  app.decorateRequest('warnings')
  app.addHook('onRequest', (request, _reply, done) => {
    request.warnings = []
    done()
  })
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode >= 400) return done(null, payload)
    const { warnings: own = [], ...body } = payload as { warnings?: Warning[] }
    const all = [...request.warnings, ...own]
    done(null, all.length > 0 ? { ...body, warnings: all } : body)
  })
}
