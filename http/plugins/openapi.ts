import { documentOf } from '../openapi/document.ts'
import type { Route } from '../openapi/operation.ts'
import type { Server } from '../server.ts'
import type { Limit } from './limits.ts'

/**
 * Publishes at /openapi.json what the routes take and answer, read from the schemas that judge and write it.
 * A route is documented once it has a summary.
 */
export function openapi(app: Server, limit: Limit): void {
  const routes: Route[] = []
  app.addHook('onRoute', (options) => {
    const { method, url, schema } = options
    if (!schema?.summary || method === 'HEAD') return
    // The door is hung in later, by the area's own hook: the configuration is read when it is asked for.
    for (const one of [method].flat())
      routes.push({
        method: one,
        url,
        schema,
        get config() {
          return options.config ?? {}
        },
      })
  })
  if (!app.config.DOCS) return
  let document: string | undefined
  app.get('/openapi.json', { onRequest: limit }, (_request, reply) => {
    document ??= JSON.stringify(documentOf(routes, app.config.PUBLIC_URL))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
