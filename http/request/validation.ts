import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { ownerIdErrors } from '../../src/access/policy.ts'
import { transact } from '../../src/database/transaction.ts'
import { phrase } from '../../src/language/phrase.ts'
import { Fault, type FieldErrors, notFound } from '../../src/record/fault.ts'
import { validReferences } from '../../src/record/validation/valid-references.ts'
import { validate } from '../../src/record/validation/validate.ts'
import { ignoredFields, ignoredParameters } from '../../src/record/warning.ts'
import type { Server } from '../server/server.ts'

// For a route with no schema for its query or its body.
const emptySchema = z.object({})

declare module 'fastify' {
  interface FastifyRequest {
    /** The parsed JSON body before validation. */
    receivedBody: unknown
  }
}

/**
 * Validates the query and the body by the schemas of the route. An unknown key is rejected if the schema is
 * strict, or else ignored and listed in `warnings`. A route without a schema validates its input itself.
 */
export const validation = fastifyPlugin(
  async (app: Server) => {
    // Turns off the validation of Fastify, which stops at the first invalid part and has other messages.
    app.setValidatorCompiler(() => () => true)
    app.decorateRequest('receivedBody', undefined)
    app.addHook('preValidation', async (request) => {
      request.receivedBody = request.body
      const { schema } = request.routeOptions
      if (!schema) return
      const { querystring = emptySchema, body = emptySchema } = schema
      const errors: FieldErrors = {}
      if (querystring instanceof z.ZodObject) {
        request.warnings.push(...ignoredParameters(unknownKeys(querystring, request.query)))
        request.query = validatePart(errors, querystring, request.query)
      }
      if (body instanceof z.ZodObject) {
        request.warnings.push(...ignoredFields(unknownKeys(body, request.receivedBody)))
        request.body = validatePart(
          errors,
          body,
          request.receivedBody === undefined ? {} : request.receivedBody,
        )
        Object.assign(errors, ownerIdErrors(body.shape, request.receivedBody, request.caller?.person))
      }
      if (Object.keys(errors).length === 0) return
      const referenceErrors = body instanceof z.ZodObject ? await checkBodyReferences(request, body) : {}
      throw new Fault('validation_failed', phrase('fault.validationFailed'), {
        ...referenceErrors,
        ...errors,
      })
    })
  },
  { name: 'validation', dependencies: ['json-body', 'warnings'] },
)

/** Parses the path parameters by the schema of the route. Throws `not_found` if they are invalid. */
export function parseParams(params: unknown, schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return params
  const result = schema.safeParse(params)
  if (!result.success) throw notFound()
  return result.data
}

// Adds the errors of one part to `errors`, so that the errors of query and body are reported together.
function validatePart(errors: FieldErrors, schema: z.ZodType, input: unknown): unknown {
  try {
    return validate(schema, input)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    Object.assign(errors, error.errors)
    return undefined
  }
}

// For a valid body the write itself checks the references. For an invalid one they are checked here, so that
// their errors are reported together with the others.
async function checkBodyReferences(
  { server, receivedBody }: FastifyRequest,
  { shape }: z.ZodObject,
): Promise<FieldErrors> {
  const { orm, checkReferences } = server
  if (!checkReferences || typeof receivedBody !== 'object' || receivedBody === null) return {}
  const references = validReferences(shape, receivedBody)
  if (Object.keys(references).length === 0) return {}
  try {
    await transact(orm, (em) => checkReferences(em, references), { dryRun: true })
  } catch (error) {
    if (error instanceof Fault && error.errors) return error.errors
    throw error
  }
  return {}
}

function unknownKeys(schema: z.ZodObject, input: unknown): string[] {
  if (schema.def.catchall || typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
}
