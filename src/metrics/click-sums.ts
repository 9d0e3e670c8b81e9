import { type RawBuilder, sql } from 'kysely'
import { param } from '../database/statement.ts'
import { areCounted } from './clicks.ts'
import { isOfApp } from './of-app.ts'

/** What clicks are added up by. */
export type ClickDimension = 'application' | 'company' | 'status'

const columns = { application: 'app_id', company: 'company_id', status: 'status' } as const

/** Which clicks are added up. Clicks of an application or a company are few, so their running totals are not needed. */
export type ClickSelection = {
  by: ClickDimension
  app_id?: number | undefined
  company_id?: number | undefined
  app_slug?: string | undefined
}

// The days between the two periods, if there are any, do not count.
const isCompared = (
  date: RawBuilder<unknown>,
) => sql`${date} >= ${param('before_from')}::date and ${date} <= ${param('to')}::date
  and (${date} <= ${param('before_to')}::date or ${date} >= ${param('from')}::date)`

/**
 * Returns table expressions with the clicks of a period and of an earlier one, for the parameters of `ComparedPeriods`:
 * the first and the last day of both. `sums` has both for each `key`, as text, and `parts`
 * the clicks that they add up. `days` has each day of both, `raw_days` those that are read from the clicks, and `raw` their clicks. Rejected clicks count only
 * if clicks are added up by status.
 */
export function periodSums({ by, app_id, company_id, app_slug }: ClickSelection): RawBuilder<unknown> {
  const isFiltered = app_id !== undefined || company_id !== undefined || app_slug !== undefined
  const filters = [
    isCompared(sql`record.date`),
    ...(isFiltered ? [] : [sql`record.date = any(array(select date from raw_days))`]),
    ...(app_id === undefined ? [] : [sql`record.app_id = ${param('app_id')}`]),
    ...(app_slug === undefined ? [] : [isOfApp]),
    ...(company_id === undefined ? [] : [sql`record.company_id = ${param('company_id')}`]),
    ...(by === 'status' ? [] : [areCounted(sql`record.status`)]),
  ]
  return sql`
    days as materialized (
      select day::date as date, date_trunc('month', day)::date as month, extract(day from day)::int as nth,
        day >= ${param('from')}::date as is_current
      from generate_series(${param('before_from')}::date, ${param('to')}::date, interval '1 day') as day
      where ${isCompared(sql`day`)}
    ), raw_days as materialized (
      ${isFiltered ? sql`select date from days` : sql`select distinct date from changed_click_days where ${isCompared(sql`date`)}`}
    ), raw as materialized (
      select record.date, record.${sql.ref(columns[by])}::text as key, sum(record.clicks) as clicks
      from clicks as record where ${sql.join(filters, sql` and `)}
      group by record.date, record.${sql.ref(columns[by])}
    ), spans as materialized (
      select month, is_current, min(nth) as first, max(nth) as last
      from (
        select *, nth - row_number() over (partition by month, is_current order by nth) as island
        from days where date not in (select date from raw_days)
      ) as days
      group by month, is_current, island
    ), parts as not materialized (
      select stored.key, spans.is_current,
        stored.clicks[spans.last] - coalesce(stored.clicks[spans.first - 1], 0) as clicks
      from spans join click_months as stored on stored.month = spans.month and stored.dimension = ${sql.lit(by)}
        and stored.month >= date_trunc('month', ${param('before_from')}::date) and stored.month <= ${param('to')}::date
      union all
      select key, date >= ${param('from')}::date, clicks from raw
    ), sums as materialized (
      select key, coalesce(sum(clicks) filter (where is_current), 0)::bigint as clicks,
        coalesce(sum(clicks) filter (where not is_current), 0)::bigint as clicks_before
      from parts group by key
    )`
}

/** The clicks of one of the `days`: the difference of two running totals of `stored`. */
export const ofDay = sql`stored.clicks[days.nth] - coalesce(stored.clicks[days.nth - 1], 0) as clicks`

/** Whether the clicks of one of the `days` are read from running totals. */
export const isTotalled = sql`days.date not in (select date from raw_days)`

/**
 * Returns the table expression `shown_days`, after those of `periodSums`: the clicks of each day of the period, for each
 * `key` of a table.
 */
export function daysOfShown(by: ClickDimension, table = 'shown'): RawBuilder<unknown> {
  const shown = sql.table(table)
  return sql`shown_months as materialized (
      select shown.key, months.month, (
        select clicks from click_months
        where month = months.month and dimension = ${sql.lit(by)} and key = shown.key
      ) as clicks
      from ${shown} as shown cross join (select distinct month from days where is_current) as months
    ), shown_days as materialized (
      select key, date, clicks from raw where key in (select key from ${shown})
      union all
      select stored.key, days.date, ${ofDay}
      from shown_months as stored join days on days.month = stored.month
      where days.is_current and ${isTotalled}
    )`
}
