import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** Returns the rule for an integer from `min` to `max`. A string of digits is accepted as well. */
export function integer(min: number, max: number) {
  return rule(toSafeInteger, z.int().min(min).max(max))
}

/** Returns the rule for an integer from 1. It is clamped to `max`; a value above `limit` is rejected. */
export function clampedInteger(max: number, limit = Number.MAX_SAFE_INTEGER) {
  return rule(
    (value) => {
      const number = toSafeInteger(value)
      return typeof number === 'number' && Number.isInteger(number) && number <= limit
        ? Math.min(number, max)
        : number
    },
    z.int().min(1).max(limit).meta({ maximum: max }),
  )
}

/** Converts a string of digits to a number and a blank one to null. Returns any other value unchanged. */
export function toInteger(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^-?\d+$/.test(value) ? Number(value) : trim(value) === null ? null : value
}

/** Like `toInteger`, but clamps to the safe integers, so that a huge number fails the limits of its field. */
function toSafeInteger(value: unknown): unknown {
  const number = toInteger(value)
  if (typeof number !== 'number') return number
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))
}
