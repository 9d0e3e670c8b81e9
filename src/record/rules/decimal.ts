import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/**
 * Returns the rule for a number from `min` to `max` with at most two decimal places. A string such as "4.7" is accepted
 * as well.
 */
export function decimal(min: number, max: number) {
  return rule(
    toNumber,
    z
      .number({
        error: ({ code, input }) => (code === 'invalid_type' && input != null ? notANumber : undefined),
      })
      .min(min)
      .max(max)
      .refine(hasTwoPlaces, {
        params: { sentence: 'The {field} field must have at most 2 decimal places.' },
      }),
  )
}

const notANumber = 'The {field} field must be a number.'

function hasTwoPlaces(value: number): boolean {
  return Number(value.toFixed(2)) === value
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = trim(value)
  return typeof text === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}
