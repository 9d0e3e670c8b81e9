import { z } from 'zod'
import { day } from './day.ts'

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
