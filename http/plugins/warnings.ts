import type { Warning } from '../../src/record/warning.ts'
import type { App } from '../types.ts'

/** Adds to an answer what the caller should know besides it. No warnings, no key. */
export function warnings(app: App): void {
  app.decorateRequest('warnings')
  app.addHook('onRequest', async (request) => {
    request.warnings = []
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode >= 400) return payload
    const { warnings: own = [], ...body } = payload as { warnings?: Warning[] }
    const all = [...request.warnings, ...own]
    return all.length > 0 ? { ...body, warnings: all } : body
  })
}
