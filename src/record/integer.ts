import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** A whole number from `min` to `max`; a string of digits is taken as well. */
export function integer(min: number, max: number) {
  return rule(toSafeInteger, z.int().min(min).max(max))
}

/** Reads `^-?\d+$` as a number and what is blank as not given, and leaves everything else for the judge. */
export function toInteger(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^-?\d+$/.test(value) ? Number(value) : trim(value) === null ? null : value
}

/** The same for what has limits of its own: beyond all exact numbers it is the last of them, and breaks those alone. */
export function toSafeInteger(value: unknown): unknown {
  const number = toInteger(value)
  if (typeof number !== 'number') return number
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))
}
