import { components } from './components.ts'
import { headers } from './headers.ts'
import { operationOf, type Route } from './operation.ts'
import { ErrorBody, type Refusals } from './refusals.ts'
import { publisher } from './schema.ts'
import { securitySchemes } from './security.ts'

const description = `What a mobile-app company runs its business on: the portfolio of products, daily operations, and the
assistants that work for it. Bodies are JSON. Every refusal has the same form; its \`code\` does not change.

Writes with the query parameter \`dry_run=1\` check everything and store nothing. A POST with an \`Idempotency-Key\` may
be sent again without harm. \`If-Match\` on a PATCH refuses to overwrite what somebody else changed in between.`

/** The OpenAPI document of these routes, served at this address. */
export function documentOf(routes: Route[], url: string) {
  const published = publisher(components)
  const refusals: Refusals = {}
  published.publish(ErrorBody, 'output')
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.url.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, published, refusals),
    }
  }
  const tags = [...new Set(routes.flatMap(({ schema }) => schema.tags ?? []))]
  return {
    openapi: '3.1.1',
    info: { title: 'portfolio-ops', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: published.components,
      responses: refusals,
      headers,
      securitySchemes,
    },
  }
}
