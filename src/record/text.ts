import { z } from 'zod'
import { rule } from './rule.ts'

/** Free text of at most `max` characters (code points), trimmed; the empty string is no text at all. */
export function text(max: number) {
  return rule(trim, storableString(max))
}

/** Text of a fixed form, at most `max` characters long. */
export function textMatching(max: number, form: RegExp) {
  return rule(trim, storableString(max).regex(form))
}

/** Trims Unicode white space; what is left empty counts as not given. Anything but a string stays as it is. */
export function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(blankStart, '').replace(blankEnd, '') || null : value
}

// JavaScript's own trim leaves U+0085. The look-behind keeps long runs inside a text from being tried again and again.
const blankStart = /^[\s\u0085]+/
const blankEnd = /(?<![\s\u0085])[\s\u0085]+$/

/** Whether a string can be stored: PostgreSQL takes no NUL, UTF-8 no lone surrogate. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

/** A string that can be stored, of at most `max` code points. */
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
