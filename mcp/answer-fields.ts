import { z } from 'zod'
import type { Warning } from '../src/record/warning.ts'

/** Fields of every answer, besides its records. */
export const commonAnswerFields = {
  notice: z.string(),
  next: z.string().optional(),
}

/** The `warnings` of an answer that is filtered by slugs. */
export const WarningTexts = z.array(z.string()).optional()

/** Fields of every list answer, besides its rows. `total` counts all matches, where the count is cheap. */
export const listAnswerFields = { ...commonAnswerFields, warnings: WarningTexts, total: z.int().optional() }

/** Returns the field `warnings` with one text per warning, or no field if there are none. */
export function warningsField(warnings: Warning[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings: warnings.map(({ field, message }) => `${field}: ${message}`) } : {}
}
