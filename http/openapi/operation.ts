import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { z } from 'zod'
import { DeleteDryRunResponse, WriteOnlyResult } from '../answers/response-schemas.ts'
import { type ErrorResponses, errorResponse } from './error-responses.ts'
import { exampleOf } from './example.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import type { JsonSchema, Publisher } from './schema.ts'

/** A documented route with one method. */
export type Route = { method: string; url: string; schema: FastifySchema; config: FastifyContextConfig }

/** Returns the OpenAPI operation of a route: its parameters, its body and every possible response. */
export function operationOf(route: Route, publisher: Publisher, errorResponses: ErrorResponses) {
  const { publish } = publisher
  const { schema, config } = route
  const { auth } = config
  const traits = operationTraits(route)
  const responses = responsesOf(route)
  return {
    operationId: schema.operationId,
    tags: schema.tags,
    summary: schema.summary,
    description:
      [schema.description, config.ability && `Requires the ability \`${config.ability}\`.`]
        .filter(Boolean)
        .join(' ') || undefined,
    ...(schema.deprecated && { deprecated: true }),
    security: [
      ...(auth?.security ?? []).map((scheme) => ({ [scheme]: [] })),
      // An empty requirement makes the others optional.
      ...(auth?.optional ? [{}] : []),
    ],
    parameters: [
      ...parameters(schema.params, 'path', publish),
      ...parameters(schema.querystring, 'query', publish),
      ...(traits.idempotent ? [requestHeaders['Idempotency-Key']] : []),
      ...(traits.conditional ? [requestHeaders['If-Match']] : []),
      ...(traits.hasETag ? [requestHeaders['If-None-Match']] : []),
    ],
    ...(schema.body instanceof z.ZodType && { requestBody: requestBody(route.method, schema.body, publish) }),
    responses: Object.fromEntries([
      ...Object.entries(responses).map(([status, body]) => [
        status,
        response(Number(status), body, traits, publisher),
      ]),
      ...(traits.hasETag
        ? [['304', { description: 'Your cached copy is current.', headers: responseHeaders(304, traits) }]]
        : []),
      ...errorStatuses(route, traits)
        .filter((status) => !(status in responses))
        .map((status) => [status, errorResponse(status, auth?.unauthenticated, errorResponses)]),
    ]),
  }
}

function responsesOf(route: Route): Record<string, z.ZodType> {
  return { ...declaredResponses(route), ...(removes(route) && { 204: z.null() }) }
}

// A DELETE may also change its record, and then returns it.
function removes(route: Route): boolean {
  return (
    route.method === 'DELETE' &&
    (declaredResponses(route)[200] ?? DeleteDryRunResponse) === DeleteDryRunResponse
  )
}

function declaredResponses({ schema }: Route): Record<string, z.ZodType> {
  return (schema.response ?? {}) as Record<string, z.ZodType>
}

type OperationTraits = ReturnType<typeof operationTraits>

// Idempotency-Key and If-Match apply only to writes that support `dry_run`.
function operationTraits(route: Route) {
  const { method, schema, config } = route
  const dryRun = schema.querystring instanceof z.ZodObject && 'dry_run' in schema.querystring.shape
  return {
    // Of the public routes only those with a body are rate-limited: health checks are not.
    rateLimited: config.auth !== undefined || schema.body !== undefined,
    idempotent: dryRun && method === 'POST',
    conditional: dryRun && (method === 'PATCH' || method === 'PUT' || config.conditional === true),
    hasETag: method === 'GET' && config.auth !== undefined,
    // Also an action, which changes a record by POST. A POST that creates answers 201.
    changes: dryRun && method !== 'GET' && !removes(route) && !(201 in declaredResponses(route)),
    dryRun,
  }
}

function errorStatuses(
  { method, schema, config }: Route,
  { rateLimited, conditional }: OperationTraits,
): number[] {
  const statuses = [
    // The body of every write is parsed, even without a schema for it.
    method !== 'GET' && [400, 413, 415],
    config.auth && [config.auth.unauthenticated.status, 403],
    rateLimited && [429, 500, 503],
    (schema.params !== undefined || method === 'DELETE') && 404,
    // Concurrent writes of the same record can conflict on every route.
    rateLimited && method !== 'GET' && 409,
    config.cursorExpires && 410,
    (conditional || config.conditionalOperations) && 412,
    (method !== 'GET' || schema.querystring !== undefined) && 422,
  ]
  return [...new Set(statuses.flat().filter((status) => typeof status === 'number'))].sort((a, b) => a - b)
}

function parameters(schema: unknown, location: 'path' | 'query', publish: Publisher['publish']) {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = publish(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...valueSchema } = property as JsonSchema
    const isRequired = location === 'path' || required.includes(name)
    return { name, in: location, ...(isRequired && { required: true }), description, schema: valueSchema }
  })
}

function requestBody(method: string, schema: z.ZodType, publish: Publisher['publish']) {
  const [example] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[]
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema: publish(schema, 'input', method === 'POST'), example } },
  }
}

function response(status: number, schema: z.ZodType, traits: OperationTraits, publisher: Publisher) {
  const hasETag = traits.hasETag || (traits.conditional && status === 200)
  const mayBeWriteOnly = traits.changes && (status === 200 || status === 202)
  return {
    description: z.globalRegistry.get(schema)?.description ?? responseDescription(status, traits),
    headers: responseHeaders(status, { ...traits, hasETag }),
    ...(status !== 204 && {
      content: { 'application/json': responseContent(schema, publisher, mayBeWriteOnly) },
    }),
  }
}

function responseContent(body: z.ZodType, publisher: Publisher, mayBeWriteOnly: boolean) {
  const schema = publisher.publish(body, 'output')
  const example = exampleOf(schema, publisher)
  if (!mayBeWriteOnly) return { schema, example }
  return { schema: { anyOf: [schema, publisher.publish(WriteOnlyResult, 'output')] }, example }
}

function responseDescription(status: number, { dryRun }: OperationTraits): string {
  if (status === 201) return 'The record was created.'
  if (status === 204) return 'Success. The response has no body.'
  if (status >= 400) return STATUS_CODES[status] ?? 'Error'
  return dryRun ? 'Success. With `dry_run=1` nothing was stored.' : 'Success'
}
