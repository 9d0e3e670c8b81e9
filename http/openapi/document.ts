import { securitySchemes } from '../identity/area-auth.ts'
import { ErrorBody, type ErrorResponses } from './error-responses.ts'
import { headers } from './headers.ts'
import { introduction } from './introduction.ts'
import { operationOf, type Route } from './operation.ts'
import { type Publisher, publisher } from './schema.ts'
import { tagGroups, tags } from './tags.ts'

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
