import { z } from 'zod'
import { fieldPhrase } from '../../language/phrase.ts'
import { day } from './day.ts'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** The example of a time in messages. */
export const timeExample = '2026-11-21T10:00:00Z'

/**
 * Returns an RFC 3339 time as UTC with milliseconds, undefined if the text is not one or its year is not from 2000 to
 * 2100. A space before the offset is read as `+`: that is how a `+` arrives that was not percent-encoded in a query.
 */
export function parseTime(text: string): string | undefined {
  const time = text.replace(/ (\d\d:\d\d)$/, '+$1')
  const isTime = z.iso.datetime({ offset: true }).safeParse(time).success
  return isTime && day.safeParse(time.slice(0, 10)).success ? new Date(time).toISOString() : undefined
}

/** The start of a date range: a timestamp with a time zone, or a date for its first millisecond in UTC. */
export const rangeStart = rangeBound('T00:00:00.000Z')

/** The end of a date range: a timestamp with a time zone, or a date for its last millisecond in UTC. */
export const rangeEnd = rangeBound('T23:59:59.999Z')

const sentence = fieldPhrase('validation.dayOrTime', { example: timeExample })

// Both bounds are compared as text, so both are converted to UTC with milliseconds.
function rangeBound(timeOfDay: string) {
  return rule(
    (value) => {
      const text = trim(value)
      if (typeof text !== 'string') return text
      return day.safeParse(text).success ? text + timeOfDay : (parseTime(text) ?? text)
    },
    z
      .string()
      .check((context) => {
        const { value } = context
        if (!z.iso.datetime().safeParse(value).success || !day.safeParse(value.slice(0, 10)).success)
          context.issues.push({ code: 'custom', params: { sentence }, input: value })
      })
      .meta({ examples: ['2026-11-21', '2026-11-21T10:00:00.000Z'] }),
  )
}
