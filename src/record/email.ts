import type { z } from 'zod'
import { rule } from './rule.ts'
import { storableString, trim } from './text.ts'

const form = /^[^\s@"(),:;<>[\\\]]+@[^\s@."(),:;<>[\\\]]+(\.[^\s@."(),:;<>[\\\]]+)+$/u

/** An address that mail can be sent to, of at most 255 characters. */
export const email = rule(trim, address())

/** The same as the name of an account: one account whatever the case it is typed in. */
export const accountEmail = rule((value) => {
  const trimmed = trim(value)
  return typeof trimmed === 'string' ? trimmed.toLowerCase() : trimmed
}, address())

function address() {
  return storableString(255)
    .check((context) => {
      if (!form.test(context.value))
        context.issues.push({ code: 'invalid_format', format: 'email', input: context.value })
    })
    .meta({ format: 'email', maxLength: 255 }) satisfies z.ZodString
}
