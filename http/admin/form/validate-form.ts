import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Fault, invalid } from '../../../src/record/fault.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { FormValues } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import { formControls } from './controls.ts'
import { resolveReferences } from './references.ts'

/**
 * Returns the validated values of a form, in which a reference may be a name. Throws one fault with the messages of every
 * invalid control.
 */
export async function validateForm<S extends z.ZodObject>(
  request: FastifyRequest,
  body: S,
  values: FormValues,
): Promise<z.output<S>> {
  const resolved = await resolveReferences(request.server.read, formControls(body), values, personOf(request))
  const { data, errors } = safeValidate(body, resolved.values)
  const unresolved = invalid(resolved.errors).errors
  if (!data || Object.keys(resolved.errors).length > 0)
    throw new Fault('validation_failed', undefined, { ...errors, ...unresolved })
  return data
}
