import { z } from 'zod'
import { type CatalogPhrase, fieldPhrase } from '../../language/phrase.ts'
import { dateTooEarly, invalidDate } from '../validation/messages.ts'
import { isObjectPayload, rule } from './rule.ts'
import { trim } from './text.ts'

/** The milliseconds of a day. */
export const dayMs = 86_400_000

/** A calendar date, `YYYY-MM-DD`, from the year 2000 to 2100. */
export const day = rule(
  trim,
  z
    .string()
    .check((context) => {
      const { value } = context
      if (!isDay(value))
        context.issues.push({ code: 'custom', params: { sentence: notADay(value) }, input: value })
    })
    .meta({ format: 'date', examples: ['2026-11-21'] }),
)

/** Returns what is wrong with a text that is not a calendar date. Of a day that its month does not have it says why. */
export function notADay(value: string): CatalogPhrase {
  if (!form.test(value)) return invalidDate()
  const [year, number] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))]
  // In every time zone the middle of a month is in that month.
  const month = new Date(Date.UTC(year, number - 1, 15))
  return fieldPhrase('validation.daysOfMonth', {
    month,
    days: new Date(Date.UTC(year, number, 0)).getUTCDate(),
  })
}

/** Returns the date of a time in UTC. */
export function dayOf(time: number | Date): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns the current date in UTC. */
export function today(): string {
  return dayOf(Date.now())
}

/** Returns the day that is `days` after today in UTC, or before today if the number is negative. */
export function daysFromToday(days: number): string {
  return dayOf(Date.now() + days * dayMs)
}

/** Returns the day after a date. */
export function dayAfter(date: string): string {
  return dayOf(Date.parse(date) + dayMs)
}

/** Returns the number of days from one date to another. Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

const form = /^(20\d\d|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

// A day after the last one of its month, such as February 30, would be a day of the next month.
/** Returns whether a text is a calendar date. */
export function isDay(value: string): boolean {
  if (!form.test(value)) return false
  const dayOfMonth = Number(value.slice(8))
  const date = () => new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)) - 1, dayOfMonth))
  return dayOfMonth <= 28 || date().getUTCDate() === dayOfMonth
}

/** Requires `to` not to be before `from`. Runs if both are valid, even if other fields are invalid. */
export function orderedDates<S extends z.ZodObject>(schema: S, from: string, to: string): S {
  const ordered = (value: Record<string, unknown>) => {
    const [start, end] = [value[from], value[to]]
    return typeof start !== 'string' || typeof end !== 'string' || start <= end
  }
  return schema.refine(ordered, {
    path: [to],
    params: { sentence: dateTooEarly(from) },
    when: (payload) =>
      isObjectPayload(payload) && !payload.issues.some(({ path }) => path?.[0] === from || path?.[0] === to),
  })
}
