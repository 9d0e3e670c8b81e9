import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { z } from 'zod'
import { Removed } from '../data.ts'
import { exampleOf } from './example.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { errorResponse, type Refusals } from './refusals.ts'
import type { JsonSchema, Publisher } from './schema.ts'

/** A route as the document sees it. */
export type Route = { method: string; url: string; schema: FastifySchema; config: FastifyContextConfig }

/** One operation: everything it takes, and everything it may answer. */
export function operationOf(route: Route, published: Publisher, refusals: Refusals) {
  const { publish } = published
  const { schema, config } = route
  const { door } = config
  const traits = traitsOf(route)
  const answers = answersOf(route)
  return {
    operationId: schema.operationId ?? operationId(route),
    tags: schema.tags,
    summary: schema.summary,
    description:
      [schema.description, config.ability && `Needs the ability \`${config.ability}\`.`]
        .filter(Boolean)
        .join(' ') || undefined,
    ...(schema.deprecated && { deprecated: true }),
    security: (door?.security ?? []).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...parameters(schema.params, 'path', publish),
      ...parameters(schema.querystring, 'query', publish),
      ...(traits.repeatable ? [requestHeaders['Idempotency-Key']] : []),
      ...(traits.conditional ? [requestHeaders['If-Match']] : []),
      ...(traits.tagged ? [requestHeaders['If-None-Match']] : []),
    ],
    ...(schema.body instanceof z.ZodType && { requestBody: requestBody(route.method, schema.body, publish) }),
    responses: Object.fromEntries([
      ...Object.entries(answers).map(([status, body]) => [
        status,
        answer(Number(status), body, traits, published),
      ]),
      ...(traits.tagged
        ? [['304', { description: 'You have it already', headers: responseHeaders(304, traits) }]]
        : []),
      ...refusedWith(route, traits)
        .filter((status) => !(status in answers))
        .map((status) => [status, errorResponse(status, door?.refusal, refusals)]),
    ]),
  }
}

function answersOf({ method, schema }: Route): Record<string, z.ZodType> {
  const declared = (schema.response ?? {}) as Record<string, z.ZodType>
  const goes = method === 'DELETE' && (declared[200] ?? Removed) === Removed
  return { ...declared, ...(goes && { 204: z.null() }) }
}

type Traits = ReturnType<typeof traitsOf>

// A write that stores something can be tried dry; only those are repeatable and conditional.
function traitsOf({ method, schema, config }: Route) {
  const stores = schema.querystring instanceof z.ZodObject && 'dry_run' in schema.querystring.shape
  return {
    // Health alone is not counted; what is open to everybody reads a body.
    limited: config.door !== undefined || schema.body !== undefined,
    repeatable: stores && method === 'POST',
    conditional: stores && (method === 'PATCH' || method === 'PUT' || config.conditional === true),
    tagged: method === 'GET' && config.door !== undefined,
    stores,
  }
}

function refusedWith({ method, schema, config }: Route, { limited, conditional }: Traits): number[] {
  const statuses = [
    // Whatever is sent to a write is read, also where nothing is to be sent.
    method !== 'GET' && [400, 413, 415],
    config.door && [config.door.refusal.status, 403],
    limited && [429, 500, 503],
    (schema.params !== undefined || method === 'DELETE') && 404,
    // Also of two who change the same at one moment.
    limited && method !== 'GET' && 409,
    conditional && 412,
    (method !== 'GET' || schema.querystring !== undefined) && 422,
  ]
  return [...new Set(statuses.flat().filter((status) => typeof status === 'number'))].sort((a, b) => a - b)
}

function parameters(schema: unknown, place: 'path' | 'query', publish: Publisher['publish']) {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = publish(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...own } = property as JsonSchema
    const needed = place === 'path' || required.includes(name)
    return { name, in: place, ...(needed && { required: true }), description, schema: own }
  })
}

function requestBody(method: string, schema: z.ZodType, publish: Publisher['publish']) {
  const [example] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[]
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema: publish(schema, 'input', method === 'POST'), example } },
  }
}

function answer(status: number, schema: z.ZodType, traits: Traits, published: Publisher) {
  const tagged = traits.tagged || (traits.conditional && status === 200)
  return {
    description: z.globalRegistry.get(schema)?.description ?? describe(status, traits),
    headers: responseHeaders(status, { ...traits, tagged }),
    ...(status !== 204 && { content: { 'application/json': bodyOf(schema, published) } }),
  }
}

function bodyOf(body: z.ZodType, published: Publisher) {
  const schema = published.publish(body, 'output')
  return { schema, example: exampleOf(schema, published) }
}

function describe(status: number, { repeatable, stores }: Traits): string {
  if (status === 201) return 'Created'
  if (status === 204) return 'Done'
  if (status >= 400) return 'Refused'
  if (repeatable) return 'Done; nothing was stored where it was a dry run'
  return stores ? 'Changed; nothing was stored where it was a dry run' : 'Found'
}

// Made of method and path, so that it is unique, and changes only when the address does.
function operationId({ method, url }: Route): string {
  const words = url
    .replace(/^\/api\/(v1\/)?/, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
