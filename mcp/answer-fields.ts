import { z } from 'zod'
import type { Warning } from '../src/record/warning.ts'
import { escapeLine } from './escape-invisible.ts'

/** Fields of every answer with stored text, besides its records. */
export const commonAnswerFields = {
  notice: z.string().optional(),
  next: z.string().optional(),
}

/** The `warnings` of an answer that is filtered by slugs. */
export const WarningTexts = z.array(z.string()).optional()

/** Fields of every list answer, besides its rows. `total` counts all matches, where the count is cheap. */
export const listAnswerFields = { ...commonAnswerFields, warnings: WarningTexts, total: z.int().optional() }

// A warning quotes the slug that was sent, and names the current one.
const maxWarningLength = 500

/** Returns the field `warnings` with one text per warning, or no field if there are none. */
export function warningsField(warnings: Warning[]): { warnings?: string[] } {
  if (warnings.length === 0) return {}
  return {
    warnings: warnings.map(({ field, message }) => escapeLine(`${field}: ${message}`, maxWarningLength)),
  }
}
