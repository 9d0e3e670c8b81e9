import type { z } from 'zod'
import { rule } from './rule.ts'
import { storableString, trim } from './text.ts'

const emailPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@."(),:;<>[\\\]]+(\.[^\s@."(),:;<>[\\\]]+)+$/u

/** An email address of at most 255 characters. */
export const email = rule(trim, emailSchema())

/** The email address of an account. It is converted to lower case, so case does not matter at login. */
export const accountEmail = rule((value) => {
  const trimmed = trim(value)
  return typeof trimmed === 'string' ? trimmed.toLowerCase() : trimmed
}, emailSchema())

function emailSchema() {
  return storableString(255)
    .check((context) => {
      if (!emailPattern.test(context.value))
        context.issues.push({ code: 'invalid_format', format: 'email', input: context.value })
    })
    .meta({ format: 'email', maxLength: 255 }) satisfies z.ZodString
}
