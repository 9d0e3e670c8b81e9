import { z } from 'zod'
import { rule } from './rule.ts'

/** A whole number from `min` to `max`; a string of digits is taken as well. */
export function whole(min: number, max: number) {
  return rule(digits, z.int().min(min).max(max))
}

/** Reads `^-?\d+$` as a number, and leaves everything else for the judge. */
export function digits(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
}
