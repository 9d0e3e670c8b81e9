import fastifyPlugin from 'fastify-plugin'
import { securitySchemes } from '../identity/area-auth.ts'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import type { Server } from '../server/server.ts'
import { ErrorBody, type ErrorResponses } from './error-responses.ts'
import { headers } from './headers.ts'
import { introduction } from './introduction.ts'
import { operationOf, type Route } from './operation.ts'
import { type Publisher, publisher } from './schema.ts'
import { tagGroups, tags } from './tags.ts'

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

/** Returns the OpenAPI document of the routes; `url` is the address of the server. */
export function openapiDocument(routes: Route[], components: Publisher['named'], url: string) {
  const schemas = publisher(components)
  const errorResponses: ErrorResponses = {}
  schemas.publish(ErrorBody, 'output')
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.url.replace(/:([A-Za-z_]+)(\([^()]*\))?/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, schemas, errorResponses),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'portfolio-ops',
      version: '1',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags,
    'x-tagGroups': tagGroups,
    paths,
    components: {
      schemas: schemas.components,
      responses: errorResponses,
      headers,
      securitySchemes,
    },
  }
}
