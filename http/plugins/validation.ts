import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { namedOwnerFaults } from '../../src/access/policy.ts'
import { transact } from '../../src/database/unit-of-work.ts'
import { Fault, type FieldErrors, notFound } from '../../src/record/fault.ts'
import { validate } from '../../src/record/validate.ts'
import { ignoredField, type Warning } from '../../src/record/warning.ts'
import type { Server } from '../server.ts'

// Of a part that a route has no schema for.
const nothing = z.object({})

/**
 * Reads query and body by the route's schemas. What no schema knows is refused where the schema is strict,
 * else ignored and named in `warnings`. A route without any schema reads what it is sent by itself.
 */
export function validation(app: Server): void {
  // Fastify's own step stays out: it stops at the first part that fails and speaks its own language.
  app.setValidatorCompiler(() => () => true)
  app.decorateRequest('sent', undefined)
  app.addHook('preValidation', async (request) => {
    request.sent = request.body
    const { schema } = request.routeOptions
    if (!schema) return
    const { querystring = nothing, body = nothing } = schema
    const errors: FieldErrors = {}
    if (querystring instanceof z.ZodObject) {
      request.warnings.push(...ignored(querystring, request.query).map(unknownParameter))
      request.query = attempt(errors, querystring, request.query)
    }
    if (body instanceof z.ZodObject) {
      request.warnings.push(...ignored(body, request.sent).map(ignoredField))
      request.body = attempt(errors, body, request.sent === undefined ? {} : request.sent)
      Object.assign(errors, namedOwnerFaults(body.shape, request.sent, request.caller?.person))
    }
    if (Object.keys(errors).length === 0) return
    const unknown = body instanceof z.ZodObject ? await referenceFaults(request, body) : {}
    throw new Fault('validation_failed', 'Validation failed.', { ...unknown, ...errors })
  })
}

/** Reads the path by the route's schema. A path that does not parse is a path that is not there. */
export function readPath(params: unknown, schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return params
  const result = schema.safeParse(params)
  if (!result.success) throw notFound()
  return result.data
}

// What is wrong with the query is told together with what is wrong with the body.
function attempt(errors: FieldErrors, schema: z.ZodType, input: unknown): unknown {
  try {
    return validate(schema, input)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    Object.assign(errors, error.errors)
    return undefined
  }
}

// What a good body points to is judged by the work itself; of one that fails, it is told with the rest.
async function referenceFaults(
  { server, sent }: FastifyRequest,
  { shape }: z.ZodObject,
): Promise<FieldErrors> {
  const { orm, refer } = server
  if (!refer || typeof sent !== 'object' || sent === null) return {}
  const named = Object.entries(sent).flatMap(([name, value]) => {
    const schema = /_(id|slug)$/.test(name) && Object.hasOwn(shape, name) ? shape[name] : undefined
    const read = (schema as z.ZodType | undefined)?.safeParse(value)
    return read?.success ? [[name, read.data]] : []
  })
  if (named.length === 0) return {}
  try {
    await transact(orm, (em) => refer(em, Object.fromEntries(named)), true)
  } catch (error) {
    if (error instanceof Fault && error.errors) return error.errors
    throw error
  }
  return {}
}

function ignored(schema: z.ZodObject, input: unknown): string[] {
  if (schema.def.catchall || typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
}

function unknownParameter(field: string): Warning {
  return { field, message: `The query parameter "${field}" is not known and was ignored.` }
}
