import { sql } from 'kysely'
import type { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { day, dayAfter, orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { startOfDay, todayIn } from '../../record/time-zone.ts'
import { untouchedSince } from '../untouched.ts'

/** What happened to a record, by the name of the column with its time, without `_at`. */
const events = ['created', 'resolved', 'done', 'decided'] as const
type Event = (typeof events)[number]

const participles: Record<Event, string> = {
  created: 'созданные',
  resolved: 'решённые',
  done: 'выполненные',
  decided: 'рассмотренные',
}

/** The days from and to which something happened, or the moments that `inDaysOf` made of them. */
export type PeriodQuery = { [bound in `${Event}_${'from' | 'to'}`]?: string | undefined }

/** Returns the query fields of a list that select the records to which `event` happened on some days. */
export function periodFilters<E extends Event>(event: E) {
  return {
    [`${event}_from`]: day
      .optional()
      .describe(`Only those ${event} on this day or later`)
      .register(translations, { ru: `Только ${participles[event]} в этот день или позже` }),
    [`${event}_to`]: day
      .optional()
      .describe(`Only those ${event} on this day or earlier`)
      .register(translations, { ru: `Только ${participles[event]} в этот день или раньше` }),
  } as { [bound in `${E}_${'from' | 'to'}`]: ReturnType<typeof day.optional> }
}

/** Rejects a query whose last day of a period is before the first one. */
export function withOrderedPeriods<S extends z.ZodObject>(schema: S): S {
  return events
    .filter((event) => `${event}_from` in schema.shape)
    .reduce((ordered, event) => orderedDates(ordered, `${event}_from`, `${event}_to`), schema)
}

// The filters of decisions that compare days with the current date.
const ofToday = ['verdict_due', 'reached_from', 'reached_to'] as const

type DayQuery = PeriodQuery & { untouched?: boolean } & { [name in (typeof ofToday)[number]]?: unknown }

/**
 * Returns a query whose days are those of a time zone. The days of a period become moments: the first one of the first day,
 * and the first one after the last day. Beside `untouched` stands `untouched_since`, and beside the filters of verdicts
 * the current date `today`. Lists that are not filtered by verdicts count their overdue records in UTC.
 */
export function inDaysOf<Query extends object>(query: Query, zone: string): Query {
  const days: DayQuery = query
  const moments = events.flatMap((event) => {
    const { [`${event}_from` as const]: from, [`${event}_to` as const]: to } = days
    return [
      ...(from === undefined ? [] : [[`${event}_from`, startOfDay(zone, from)]]),
      ...(to === undefined ? [] : [[`${event}_to`, startOfDay(zone, dayAfter(to))]]),
    ]
  })
  const since = days.untouched === undefined ? {} : { untouched_since: untouchedSince(zone) }
  const today = ofToday.every((name) => days[name] === undefined) ? {} : { today: todayIn(zone) }
  return { ...query, ...Object.fromEntries(moments), ...since, ...today }
}

/** Returns the condition that `event` happened to a record in the period of a query with moments. */
export function happenedIn(query: PeriodQuery, event: Event) {
  const time = sql.ref(`record.${event}_at`)
  return all([
    query[`${event}_from`] !== undefined && sql`${time} >= ${param(`${event}_from`)}::timestamptz`,
    query[`${event}_to`] !== undefined && sql`${time} < ${param(`${event}_to`)}::timestamptz`,
  ])
}
