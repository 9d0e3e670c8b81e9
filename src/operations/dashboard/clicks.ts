import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'

/** By how many percent clicks fall, week over week, to be reported. */
const dropPercent = 30

/** The current date, which each statement of the dashboard is given. */
export const today = sql<string>`${param('today')}::date`

/**
 * The table expression `weeks`: the clicks of every application, without rejected ones, in the last seven days and in
 * the seven days before.
 */
export const clicksByWeek = sql`weeks as (
  select app_id, coalesce(sum(clicks) filter (where date > ${today} - 7), 0) as current,
    coalesce(sum(clicks) filter (where date <= ${today} - 7), 0) as previous
  from clicks where date > ${today} - 14 and date <= ${today} and status <> 'rejected' group by app_id)`

/** Condition: the clicks of `weeks` dropped. */
export const clicksDropped = sql<boolean>`(previous > 0 and current * 100 <= previous * ${sql.lit(100 - dropPercent)})`

/** FROM and WHERE for the active applications with their clicks by week. Requires `clicksByWeek`. */
export const fromActiveApplications = sql`from applications as record left join weeks on weeks.app_id = record.id
  where record.deleted_at is null and record.status = 'active'`

/** The clicks of one of the last seven days, and of the same day of the week before. */
export type ClickDay = { date: string; clicks: number; week_before: number }

/** Returns the clicks of the seven days until `today`, oldest first, by one statement. Rejected clicks do not count. */
export function readClicksPerDay(read: Read, today: string): Promise<ClickDay[]> {
  return read(selectDays({ today }))
}

const selectDays = statement(
  'clicks.per_day',
  { today: '2026-11-28' },
  () =>
    sql<ClickDay>`with daily as (
    select date, sum(clicks) as clicks from clicks
    where date > ${today} - 14 and date <= ${today} and status <> 'rejected' group by date
  ), week as (select ${today} - days as date from generate_series(0, 6) as days)
  select week.date, coalesce(current.clicks, 0) as clicks, coalesce(previous.clicks, 0) as week_before
  from week
    left join daily as current on current.date = week.date
    left join daily as previous on previous.date = week.date - 7
  order by week.date`,
)
