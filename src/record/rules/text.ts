import { z } from 'zod'
import { rule } from './rule.ts'

/** Returns the rule for trimmed text of at most `max` characters (code points). Empty text becomes null. */
export function text(max: number) {
  return rule(trim, storableString(max))
}

/** Returns the rule for text of at most `max` characters that matches `pattern`. */
export function textMatching(max: number, pattern: RegExp) {
  return rule(trim, storableString(max).regex(pattern))
}

/** Trims Unicode white space and converts an empty string to null. Returns any other type unchanged. */
export function trim(value: unknown): unknown {
  if (typeof value !== 'string') return value
  // String.prototype.trim keeps U+0085.
  const trimmed = value.includes('\u0085')
    ? value.replace(leadingSpace, '').replace(trailingSpace, '')
    : value.trim()
  return trimmed || null
}

// The lookbehind avoids quadratic backtracking on long white space.
const leadingSpace = /^[\s\u0085]+/
const trailingSpace = /(?<![\s\u0085])[\s\u0085]+$/

/** Returns whether a string can be stored: PostgreSQL rejects NUL, UTF-8 cannot encode lone surrogates. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

/** Returns a string without the characters that cannot be stored: U+FFFD replaces them. */
export function toStorable(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

/** Returns the schema of a string that can be stored, of at most `max` code points. */
export function storableString(max: number) {
  return z
    .string()
    .check((context) => {
      const value = context.value
      if (!isStorable(value)) context.issues.push({ code: 'invalid_format', format: 'text', input: value })
      if (value.length > max && [...value].length > max)
        context.issues.push({ code: 'too_big', origin: 'string', maximum: max, input: value })
    })
    .meta({ maxLength: max })
}
