import type { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'

/**
 * Returns the rule for a cell with a number. A decimal comma is accepted, and one or two decimal places that are zero.
 * Three zeros could also be thousands, as in `12,000`, so an integer is then rejected.
 */
export function numberCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? cell.replace(',', '.').replace(/\.0{1,2}$/, '') : cell),
    schema,
  )
}

/** Returns the rule for a cell with a boolean: spreadsheets write TRUE for true. */
export function booleanCell<S extends z.ZodType>(schema: S) {
  return rule((cell) => (typeof cell === 'string' ? cell.toLowerCase() : cell), schema)
}
