import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Fault, invalid } from '../../../src/record/fault.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { Warning } from '../../../src/record/warning.ts'
import type { FormRows } from '../record/form-rows.ts'
import type { FormValues } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import { formControls } from './controls.ts'
import { labelledErrors } from './labelled-errors.ts'
import { resolveReferences } from './references.ts'
import { rowControls, withLists, withPaths } from './row-paths.ts'
import { shownNamesIn } from './shown-names.ts'

/** Returns the warnings in the result of a write, with the labels of the form in place of the names of the fields. */
export function warningTexts(result: unknown, body: z.ZodObject): string[] {
  const { warnings = [] } = (result ?? {}) as { warnings?: Warning[] }
  const controls = formControls(body)
  return warnings.flatMap(
    ({ field, message }) => labelledErrors({ [field]: [message] }, controls)[field] ?? [],
  )
}

/**
 * Returns the validated values of a form, in which a reference may be a name. `lists` are the lists among them. Throws one
 * fault with the messages of every invalid control.
 */
export async function validateForm<S extends z.ZodObject>(
  request: FastifyRequest,
  body: S,
  values: FormValues,
  lists: readonly FormRows[] = [],
): Promise<z.output<S>> {
  const controls = [...formControls(body), ...rowControls(values, lists)]
  const paths = withPaths(values, lists)
  const resolved = await resolveReferences(
    request.server.read,
    controls,
    paths,
    personOf(request),
    shownNamesIn(request.body),
  )
  const { data, errors } = safeValidate(body, withLists(resolved.values, values, lists))
  const unresolved = invalid(resolved.errors).errors
  if (!data || Object.keys(resolved.errors).length > 0)
    throw new Fault('validation_failed', undefined, { ...errors, ...unresolved })
  return data
}
