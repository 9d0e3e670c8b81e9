import type { z } from 'zod'
import type { Warning } from '../../../src/record/warning.ts'
import { formControls } from './controls.ts'
import { labelledErrors } from './labelled-errors.ts'

/** Returns the warnings in the result of a write, with the labels of the form in place of the names of the fields. */
export function warningTexts(result: unknown, body: z.ZodObject): string[] {
  const { warnings = [] } = (result ?? {}) as { warnings?: Warning[] }
  const controls = formControls(body)
  return warnings.flatMap(
    ({ field, message }) => labelledErrors({ [field]: [message] }, controls)[field] ?? [],
  )
}
