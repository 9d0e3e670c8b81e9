import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { ClickDimension } from './monthly-totals.ts'

const columns = { application: 'app_id', company: 'company_id', status: 'status' } as const

/** Which clicks are added up. Clicks of an application or a company are few, so their running totals are not needed. */
export type ClickSelection = {
  by: ClickDimension
  app_id?: number | undefined
  company_id?: number | undefined
}

/**
 * Returns table expressions with the clicks of a period and of the period before it, for the parameters `before_from`,
 * `from` and `to`: the first day of both periods and the last day. `sums` has both for each `key`, as text, and `parts`
 * the clicks that they add up. `days` has each day of both, `raw_days` those that are read from the clicks, and `raw` their clicks. Rejected clicks count only
 * if clicks are added up by status.
 */
export function periodSums({ by, app_id, company_id }: ClickSelection): RawBuilder<unknown> {
  const isFiltered = app_id !== undefined || company_id !== undefined
  const filters = [
    isFiltered
      ? sql`record.date >= ${param('before_from')}::date and record.date <= ${param('to')}::date`
      : sql`record.date = any(array(select date from raw_days))`,
    ...(app_id === undefined ? [] : [sql`record.app_id = ${param('app_id')}`]),
    ...(company_id === undefined ? [] : [sql`record.company_id = ${param('company_id')}`]),
    ...(by === 'status' ? [] : [sql`record.status <> 'rejected'`]),
  ]
  return sql`
    days as materialized (
      select day::date as date, date_trunc('month', day)::date as month, extract(day from day)::int as nth,
        day >= ${param('from')}::date as is_current
      from generate_series(${param('before_from')}::date, ${param('to')}::date, interval '1 day') as day
    ), raw_days as materialized (
      ${isFiltered ? sql`select date from days` : sql`select distinct date from changed_click_days where date >= ${param('before_from')}::date and date <= ${param('to')}::date`}
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
