import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { type ComparedPeriods, lastFullDays } from '../../record/rules/period.ts'

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
  from clicks where date > ${today} - 14 and date <= ${today} and ${areCounted()} group by app_id)`

/** Condition: the clicks of `weeks` dropped. */
export const clicksDropped = sql<boolean>`(previous > 0 and current * 100 <= previous * ${sql.lit(100 - dropPercent)})`

/** FROM and WHERE for the active applications with their clicks by week. Requires `clicksByWeek`. */
export const fromActiveApplications = sql`from applications as record left join weeks on weeks.app_id = record.id
  where record.deleted_at is null and record.status = 'active'`

/** The clicks of a day, and of the same day of the period before. */
export type ClickDay = {
  date: string
  clicks: number
  /** Null today, which is compared with no day because it is not over. */
  clicks_before: number | null
}

/** Returns the clicks of the last 28 full days and of today, oldest first, by one statement. Rejected clicks do not count. */
export function readClicksPerDay(read: Read, today: string): Promise<ClickDay[]> {
  return read(selectDays({ ...lastFullDays(today), today }))
}

const selectDays = statement(
  'clicks.per_day',
  {
    today: '2026-11-28',
    before_from: '2026-10-03',
    before_to: '2026-10-30',
    from: '2026-10-31',
    to: '2026-11-27',
  },
  (_query: ComparedPeriods & { today: string }) =>
    sql<ClickDay>`with daily as (
    select date, sum(clicks) as clicks from clicks
    where date >= ${param('before_from')}::date and date <= ${today} and ${areCounted()} group by date
  ), shown as (select date::date from generate_series(${param('from')}::date, ${today}, interval '1 day') as date)
  select shown.date, coalesce(current.clicks, 0) as clicks,
    case when shown.date < ${today} then coalesce(previous.clicks, 0) end as clicks_before
  from shown
    left join daily as current on current.date = shown.date
    left join daily as previous on previous.date = shown.date - (${param('from')}::date - ${param('before_from')}::date)
  order by shown.date`,
)
