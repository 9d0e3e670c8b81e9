import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPublished } from '../../support/published.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

type Operation = {
  operationId: string
  summary: string
  security: object[]
  parameters: { name: string; in: string; description?: string; required?: boolean; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: { $ref: string }; example: unknown } } }
  responses: Record<string, { $ref?: string; description?: string }>
}

// The hidden columns of all entities except the password, and the columns that only the server reads.
const unpublishedColumns = `
  alerted_at answer arguments attempts blocked_by_id channel_id chat_id claimed_by client_id collection
  columns columns_digest competitor_id consumed_at credential cursor cursor_at day decision_id deleted
  deleted_at delimiter delivered_cursor digest digest_day economics_id environment_digest events
  evidence_id expected_by failing_since failure failure_phrase failures fields file_name for_decision_id for_economics_id
  for_insight_id for_task_id grant_digest grant_id guard_effect guard_failed_at guard_failure
  guard_message guard_when guards history_id hour import_id imported_at insight_id installs_band
  is_accepted is_folded is_shared issuer last_attempt_at last_error lines mapping name_words next_attempt_at note_id
  oldest_at payload phrases places prefix previous_secret previous_secret_until price processed query rating
  ratings_count record_id record_type relation reply_due reply_to request restored reviewed_at revoked_at
  search secret seen_at sender sender_until set_id signal_id size snapshot state state_reason state_reason_phrase status_before
  store_key subject subscription subtitle targets task_id title_stems transaction_id user_id
  webhook_id words
`
  .trim()
  .split(/\s+/)

const routes: (RouteOptions & { method: string })[] = []
let world: World
let published: Awaited<ReturnType<typeof readPublished>>
let operations: { path: string; method: string; operation: Operation }[]
beforeAll(async () => {
  subscribe('fastify.initialization', listen)
  world = await makeWorld()
  unsubscribe('fastify.initialization', listen)
  published = await readPublished(world.app)
  operations = Object.entries(published.document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
})

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(published.document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(published.document.openapi).toMatch(/^3\.1/)
  })

  it('requires no credential and contains no token', async () => {
    const { statusCode, headers, body } = await world.app.inject('/openapi.json')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).not.toContain(token)
  })

  it('publishes no hidden and no internal column', () => {
    const columns = [...world.database.orm.getMetadata()].flatMap(({ props }) => props)
    const names = [...new Set<string>(columns.map(({ name }) => name))]
    const hidden = [...new Set<string>(columns.filter((column) => column.hidden).map(({ name }) => name))]
    const propertySchemas = schemasByProperty(published.document)
    expect(names.filter((name) => !propertySchemas.has(name)).sort()).toEqual(unpublishedColumns)
    // Other records have a `url` that is not hidden.
    expect(hidden.filter((name) => !unpublishedColumns.includes(name))).toEqual(['url', 'password'])
    // A client sends a password, but no answer contains one.
    const login = 'paths /api/v1/auth/token post requestBody content application/json schema'
    expect(propertySchemas.get('password')).toEqual([login])
  })

  it('returns 404 with DOCS=0, like the page', async () => {
    for (const DOCS of ['0', 'off']) {
      const { app } = await makeWorld({ DOCS })
      for (const path of ['/openapi.json', '/docs']) expect((await app.inject(path)).statusCode).toBe(404)
    }
  })
})

describe('every route', () => {
  it('is documented', () => {
    const documented = routes.filter(({ url }) => /^\/(api|health)\//.test(url))
    expect(documented.length).toBeGreaterThan(25)
    for (const { method, url } of documented) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      expect(published.document.paths[path]?.[method.toLowerCase()], `${method} ${url}`).toBeDefined()
    }
  })

  it('has a summary, a tag, a unique operationId and its security schemes', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { path, operation } of operations) {
      expect(operation, path).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] })
      expect(Array.isArray(operation.security), path).toBe(true)
      if (path.startsWith('/api/portfolio/')) expect(operation.security).toEqual([{ portfolioToken: [] }])
      for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
        expect(published.document.components.securitySchemes).toHaveProperty(scheme)
    }
  })

  it('has a description of every parameter and all parameters of its path', () => {
    for (const { path, method, operation } of operations) {
      for (const parameter of operation.parameters)
        expect(parameter.description, `${method} ${path} ${parameter.name}`).toBeTruthy()
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
  })

  it('documents its error responses', () => {
    for (const { path, method, operation } of operations.filter(({ path }) => path.startsWith('/api/'))) {
      const statuses = Object.keys(operation.responses)
      const required = ['422']
      if (operation.security.length > 0) required.push('403', '429', '500', '503')
      if (operation.requestBody) required.push('400', '413', '415')
      if (path.includes('{')) required.push('404')
      const named = (name: string) => operation.parameters.some((parameter) => parameter.name === name)
      if (named('If-Match')) required.push('412')
      if (method !== 'get') required.push('409')
      const missing = required.filter((status) => !statuses.includes(status))
      // Without a body and a query, only the path can be invalid, which returns 404.
      const pathOnly = !operation.requestBody && !operation.parameters.some((one) => one.in === 'query')
      expect(
        missing.filter((status) => !(pathOnly && status === '422')),
        `${method} ${path}`,
      ).toEqual([])
    }
  })

  it('documents a success response', () => {
    for (const { path, method, operation } of operations) {
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
      expect(successes.length, `${method} ${path}`).toBeGreaterThan(0)
      if (method === 'delete' && !/\/(archive|retract|claim)$/.test(path))
        expect(successes, path).toContain('204')
    }
  })

  it('takes dry_run if it writes, except logins and bots', () => {
    const writes = operations.filter(
      ({ path, method }) =>
        path.startsWith('/api/') && method !== 'get' && !/^\/api\/v1\/(auth|bot)\//.test(path),
    )
    expect(writes.length).toBeGreaterThan(50)
    for (const { path, method, operation } of writes)
      expect(
        operation.parameters.map(({ name }) => name),
        `${method} ${path}`,
      ).toContain('dry_run')
  })

  it('documents the headers of writes', () => {
    const { parameters } = published.document.paths['/api/portfolio/products'].post as Operation
    expect(parameters.map(({ name }) => name)).toEqual(['dry_run', 'reason', 'Idempotency-Key'])
    const patch = published.document.paths['/api/portfolio/products/{product}'].patch as Operation
    expect(patch.parameters.map(({ name }) => name)).toEqual(['product', 'dry_run', 'reason', 'If-Match'])
    const archive = published.document.paths['/api/v1/applications/{id}/archive'].post as Operation
    expect(archive.parameters.map(({ name }) => name)).toContain('If-Match')
    expect(archive.responses['200']).toHaveProperty('headers.ETag')
  })
})

describe('every request body', () => {
  it('has an example that its schema accepts', () => {
    const bodies = routes.flatMap(({ method, url, schema }) =>
      schema?.body instanceof z.ZodType ? [{ method, url, body: schema.body }] : [],
    )
    expect(bodies.length).toBeGreaterThan(12)
    for (const { method, url, body } of bodies) {
      const examples = (z.globalRegistry.get(body)?.examples as unknown[] | undefined) ?? []
      expect(examples.length, `${method} ${url}`).toBeGreaterThan(0)
      for (const example of examples)
        expect(body.safeParse(example), `${method} ${url}`).toMatchObject({ success: true })
      const path = url.replace(/:(\w+)/g, '{$1}')
      const operation: Operation = published.document.paths[path][method.toLowerCase()]
      expect(operation.requestBody!.content['application/json'].example).toEqual(examples[0])
    }
  })
})

// Fastify publishes every instance it creates, so the routes are collected independently of the plugin under test.
function listen(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) if (method !== 'HEAD') routes.push({ ...route, method })
  })
}

/** Returns the paths of the schemas that contain a property, by the name of the property. */
function schemasByProperty(document: object): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const walk = (node: unknown, path: string[]): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      // Examples contain values, not schemas.
      if (/^examples?$/.test(key)) continue
      if (key === 'properties')
        for (const name of Object.keys(value)) found.set(name, [...(found.get(name) ?? []), path.join(' ')])
      walk(value, [...path, key])
    }
  }
  walk(document, [])
  return found
}
