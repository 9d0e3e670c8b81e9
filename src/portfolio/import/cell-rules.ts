import type { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'

/**
 * Returns the rule for a cell with a number. A decimal comma is accepted, and decimal places that are zero. Exactly
 * three zeros may also mean thousands, as in `12,000`, so a cell for an integer rejects them.
 */
export function numberCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? cell.replace(',', '.').replace(/\.(?!000$)0+$/, '') : cell),
    schema,
  )
}

/** Returns the rule for a cell with a boolean: spreadsheets write TRUE for true. */
export function booleanCell<S extends z.ZodType>(schema: S) {
  return rule((cell) => (typeof cell === 'string' ? cell.toLowerCase() : cell), schema)
}
