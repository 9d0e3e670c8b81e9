import { z } from 'zod'
import type { FieldErrors } from '../../record/fault.ts'
import { withoutFormulaGuards } from '../../record/formula-guard.ts'
import { safeValidate } from '../../record/validation/validate.ts'

const maxCached = 2000
const maxCachedLength = 100

type Validated = { value: unknown; reasons?: undefined } | { value?: undefined; reasons: string[] }

/** The values of the cells of a line, or why they are invalid, by field. */
export type ValidatedCells =
  | { values: Record<string, unknown>; errors?: undefined }
  | { values?: undefined; errors: FieldErrors }

/**
 * Returns a function that validates the cells of a line by the rules of their fields. A file repeats its cells, so
 * each distinct one is validated once, which halves the time and most of the garbage of an import.
 */
export function cellValidator(rules: Record<string, z.ZodType>, required: string[]) {
  const validators = new Map(Object.keys(rules).map((name) => [name, validatorOf(rules, name)]))
  return (cells: Record<string, string>): ValidatedCells => {
    const values: Record<string, unknown> = {}
    const errors: FieldErrors = {}
    for (const name in cells) {
      const cell = cells[name] ?? ''
      // Undefined for an empty cell of an optional field, so that its rule need not accept null.
      if (cell.trim() === '' && !required.includes(name)) continue
      const validated = validators.get(name)?.(cell)
      if (validated?.reasons) errors[name] = validated.reasons
      else values[name] = validated?.value
    }
    return Object.keys(errors).length > 0 ? { errors } : { values }
  }
}

function validatorOf(rules: Record<string, z.ZodType>, name: string): (cell: string) => Validated {
  const schema = z.object({ [name]: rules[name] ?? z.never() })
  const cache = new Map<string, Validated>()
  return (cell) => {
    const cached = cache.get(cell)
    if (cached) return cached
    const { data, errors } = safeValidate(schema, { [name]: textOf(cell) })
    const validated: Validated = errors ? { reasons: Object.values(errors).flat() } : { value: data[name] }
    if (cache.size < maxCached && cell.length <= maxCachedLength) cache.set(cell, validated)
    return validated
  }
}

function textOf(cell: string): string {
  return withoutFormulaGuards(cell.replaceAll('\r\n', '\n').trim())
}
