import { z } from 'zod'
import { fieldPhrase } from '../../language/phrase.ts'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/**
 * Returns the rule for a number from `min` to `max` with at most two decimal places. A string such as "4.7" is accepted
 * as well.
 */
export function decimal(min: number, max: number) {
  const schema = z
    .number()
    .min(min)
    .max(max)
    .refine(hasTwoPlaces, { params: { sentence: fieldPhrase('validation.decimalPlaces') } })
  decimals.add(schema)
  return rule(toNumber, schema)
}

const decimals = new WeakSet<object>()

/** Returns whether a schema is one of a number that need not be an integer. */
export function isDecimal(schema: object | undefined): boolean {
  return schema !== undefined && decimals.has(schema)
}

function hasTwoPlaces(value: number): boolean {
  return Number(value.toFixed(2)) === value
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = trim(value)
  return typeof text === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}
