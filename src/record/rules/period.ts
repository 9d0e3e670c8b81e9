import type { z } from 'zod'
import { phrase } from '../../language/phrase.ts'
import { day, dayMs, dayOf, daysBetween, daysFromToday, orderedDates } from './day.ts'
import { isObjectPayload } from './rule.ts'

/** The number of days of a period, unless another one is chosen. */
export const usualDays = 28
const maxDays = 366

type Range = { date_from?: string | undefined; date_to?: string | undefined }

/** Requires `date_to` not to be before `date_from`, and the period that they name to have at most 366 days. */
export function periodOfDays<S extends z.ZodObject>(schema: S): S {
  return orderedDates(schema, 'date_from', 'date_to').refine(
    (range: Range) => {
      const { from, to } = comparedPeriods(range)
      return daysBetween(from, to) < maxDays
    },
    {
      path: ['date_to'],
      params: { sentence: phrase('validation.periodTooLong', { days: maxDays }) },
      when: (payload) => isObjectPayload(payload) && hasDays(payload.value as Range),
    },
  )
}

/** The first and the last day of a period and of the period of the same length before it. */
export type ComparedPeriods = { before_from: string; before_to: string; from: string; to: string }

/** Returns the last full days before the day `today`, and as many days before them. */
export function lastFullDays(today: string, days = usualDays): ComparedPeriods {
  const date_to = daysAfter(today, -1)
  return comparedPeriods({ date_from: daysAfter(date_to, 1 - days), date_to })
}

/** Returns the days of a period, by default the last 28 full days in UTC, and of the period before it. */
export function comparedPeriods({ date_from, date_to }: Range): ComparedPeriods {
  const to = date_to ?? latest(daysFromToday(-1), date_from ?? '')
  const from = date_from ?? daysAfter(to, 1 - usualDays)
  return {
    before_from: daysAfter(from, -1 - daysBetween(from, to)),
    before_to: daysAfter(from, -1),
    from,
    to,
  }
}

function latest(one: string, other: string): string {
  return one > other ? one : other
}

/** Returns the day that is a number of days after another day. */
export function daysAfter(date: string, days: number): string {
  return dayOf(Date.parse(date) + days * dayMs)
}

function hasDays({ date_from, date_to }: Range): boolean {
  return [date_from, date_to].every((value) => value === undefined || day.safeParse(value).success)
}
