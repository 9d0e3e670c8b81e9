import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** An integer from `min` to `max`; a string of digits is accepted as well. */
export function integer(min: number, max: number) {
  return rule(toSafeInteger, z.int().min(min).max(max))
}

/** An integer from 1. One above `max` counts as `max`; one above `limit` is rejected. */
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

/** Reads `^-?\d+$` as a number and a blank string as null; returns every other value unchanged, to be validated. */
export function toInteger(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^-?\d+$/.test(value) ? Number(value) : trim(value) === null ? null : value
}

/** The same for a field with limits of its own: a number beyond the safe integers is clamped and fails those limits. */
export function toSafeInteger(value: unknown): unknown {
  const number = toInteger(value)
  if (typeof number !== 'number') return number
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))
}
