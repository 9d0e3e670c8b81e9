import { z } from 'zod'
import { namedOwnerFaults } from '../../src/access/policy.ts'
import { Fault, type FieldErrors, notFound } from '../../src/record/fault.ts'
import { judge } from '../../src/record/violation.ts'
import type { Warning } from '../../src/record/warning.ts'
import type { App } from '../types.ts'

/**
 * Reads query and body by the route's schemas. What no schema knows is refused where the schema is strict,
 * else ignored and named in `warnings`.
 */
export function validation(app: App): void {
  // Fastify's own step stays out: it stops at the first part that fails and speaks its own language.
  app.setValidatorCompiler(() => () => true)
  app.decorateRequest('sent', undefined)
  app.addHook('preValidation', async (request) => {
    const { querystring, body } = request.routeOptions.schema ?? {}
    const errors: FieldErrors = {}
    request.sent = request.body
    if (querystring instanceof z.ZodObject) {
      request.warnings.push(...ignored(querystring, request.query, 'query parameter'))
      request.query = attempt(errors, querystring, request.query)
    }
    if (body instanceof z.ZodObject) {
      request.warnings.push(...ignored(body, request.body, 'field'))
      request.body = attempt(errors, body, request.sent ?? {})
      Object.assign(errors, namedOwnerFaults(body.shape, request.sent, request.caller?.person))
    }
    if (Object.keys(errors).length > 0) throw new Fault('validation_failed', 'Validation failed.', errors)
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
    return judge(schema, input)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    Object.assign(errors, error.errors)
    return undefined
  }
}

function ignored(schema: z.ZodObject, input: unknown, kind: string): Warning[] {
  if (schema.def.catchall || typeof input !== 'object' || input === null || Array.isArray(input)) return []
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
  return unknown.map((field) => ({ field, message: `The ${kind} "${field}" is not known and was ignored.` }))
}
