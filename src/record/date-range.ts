import { z } from 'zod'
import { day } from './day.ts'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** A day, meaning its first moment, or a moment with its zone; of the years 2000 to 2100. */
export const rangeStart = moment('T00:00:00.000Z')

/** A day, meaning its last moment, or a moment with its zone; of the years 2000 to 2100. */
export const rangeEnd = moment('T23:59:59.999Z')

// Both are compared as text afterwards, so both become UTC with milliseconds.
function moment(ofDay: string) {
  return rule(
    (value) => {
      const given = trim(value)
      if (typeof given !== 'string') return given
      if (day.safeParse(given).success) return given + ofDay
      return z.iso.datetime({ offset: true }).safeParse(given).success ? new Date(given).toISOString() : given
    },
    z
      .string()
      .check((context) => {
        const { value } = context
        if (!z.iso.datetime().safeParse(value).success || !day.safeParse(value.slice(0, 10)).success)
          context.issues.push({ code: 'invalid_format', format: 'date', input: value })
      })
      .meta({ examples: ['2026-11-21', '2026-11-21T10:00:00.000Z'] }),
  )
}
