import fastifyPlugin from 'fastify-plugin'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import type { Server } from '../server/server.ts'
import { openapiDocument } from './document.ts'
import type { Route } from './operation.ts'
import type { Publisher } from './schema.ts'

/**
 * Serves the OpenAPI document at /openapi.json, generated from the schemas that validate requests and
 * serialize responses. Only routes with a summary are documented.
 */
export const openapi = fastifyPlugin(
  async (app: Server, { components }: { components: Publisher['named'] }) => {
    const routes: Route[] = []
    app.addHook('onRoute', (options) => {
      const { method, url, schema } = options
      if (!schema?.summary || method === 'HEAD') return
      if (!schema.operationId) throw new Error(`The documented route ${method} ${url} has no operationId.`)
      // A getter, since the hook of the area adds `auth` to the configuration later.
      for (const name of [method].flat())
        routes.push({
          method: name,
          url,
          schema,
          get config() {
            return options.config ?? {}
          },
        })
    })
    if (!app.config.DOCS) return
    let document: string | undefined
    app.get('/openapi.json', { onRequest: [app.limitRate, hostAndOriginCheck(app)] }, (_request, reply) => {
      document ??= JSON.stringify(openapiDocument(routes, components, app.config.PUBLIC_URL))
      return reply.type('application/json; charset=utf-8').send(document)
    })
  },
  { name: 'openapi', dependencies: ['rate-limit', 'unknown-routes'] },
)
