import { type RawBuilder, sql } from 'kysely'
import { all, param } from '../../database/statement.ts'
import { daysOfShown, periodSums } from '../../metrics/click-sums.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { isFound, median, ratings } from '../../metrics/metric.ts'
import type { Metric, TrendsQuery } from './query.ts'

/** The part of a query that only positions have. */
export type Keywords = Partial<Pick<TrendsQuery, 'keyword' | 'country'>>

/** How a metric is measured, in SQL. The parameters are those of `periodSums`. */
type Measure = {
  /**
   * Table expressions. The last, `measured`, has a row for each app of the table `app`, keyword and country, with what was
   * measured in the period and in the earlier one: `current` and `previous`, null for nothing. `measured_since` is the
   * first day that was measured, if the earlier period begins before it.
   */
  tables: (keywords: Keywords) => RawBuilder<unknown>
  /**
   * Table expressions. The last, `valued`, has the value of each row of `largest`, by its `nth`, at each point of the table
   * `point`, from its `first` to its `last` day.
   */
  values: RawBuilder<unknown>
}

const from = sql`${param('from')}::date`
const to = sql`${param('to')}::date`
const before_from = sql`${param('before_from')}::date`
const before_to = sql`${param('before_to')}::date`
const first = sql`point.first`
const last = sql`point.last`
const noKeyword = sql`null::text as keyword, null::text as country`
const alwaysMeasured = sql`null::date as measured_since`

// The first day with clicks of an application of the app, 0 too. Before it, no clicks are not 0 clicks.
const firstDay = sql`(
  select min(clicked.date) from applications cross join lateral (
    select date from clicks where app_id = applications.id and ${areCounted()} order by date limit 1
  ) as clicked where applications.app_id = summed.app_id and deleted_at is null
)`

// Clicks are added up from running totals, and have no row for an application without clicks in both periods.
const clicks: Measure = {
  tables: () => sql`${periodSums({ by: 'application' })}, summed as (
      select app_id, sum(clicks)::bigint as clicks, sum(clicks_before)::bigint as clicks_before
      from sums join applications on applications.id = sums.key::bigint and deleted_at is null
      where (clicks > 0 or clicks_before > 0) and app_id in (select id from app)
      group by app_id
    ), begun as materialized (
      select *, ${firstDay} as first_day from summed
    ), measured as (
      select app_id, ${noKeyword}, clicks as current,
        case when first_day <= ${before_to} then clicks_before end as previous,
        case when first_day > ${before_from} then first_day end as measured_since
      from begun
    )`,
  values: sql`shown as materialized (
      select applications.id::text as key, largest.nth
      from largest join applications on applications.app_id = largest.app_id and deleted_at is null
    ), ${daysOfShown('application')}, day_of_point as materialized (
      select first, day::date as date from point cross join generate_series(first, last, interval '1 day') as day
    ), clicked as materialized (
      select nth, first, sum(clicks)::bigint as clicks
      from shown join shown_days using (key) join day_of_point using (date) group by nth, first
    ), valued as (
      select nth, first, last,
        case when measured_since is null or last >= measured_since then coalesce(clicks, 0) end as value
      from largest cross join point left join clicked using (nth, first)
    )`,
}

const lastRating = (app: RawBuilder<unknown>, first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`(select amount from (${ratings(app, sql`date between ${first} and ${last}`)}) as rating
    order by date desc limit 1)`

const rating: Measure = {
  tables: () => sql`rated as materialized (
      select id as app_id, ${lastRating(sql`app.id`, from, to)} as current,
        ${lastRating(sql`app.id`, before_from, before_to)} as previous
      from app
    ), measured as (
      select app_id, ${noKeyword}, ${alwaysMeasured}, current, previous from rated where current is not null or previous is not null
    )`,
  values: sql`valued as (
      select nth, first, last, ${lastRating(sql`largest.app_id`, first, last)} as value from largest cross join point
    )`,
}

const medianPosition = median('position')

const position: Measure = {
  tables: ({ keyword, country }) => sql`measured as materialized (
      select app_id, min(keyword) as keyword, country, ${alwaysMeasured},
        ${medianPosition} filter (where date >= ${from}) as current,
        ${medianPosition} filter (where date <= ${before_to}) as previous
      from keyword_positions
      where ${all([
        sql`app_id in (select id from app) and date >= ${before_from} and date <= ${to} and ${isFound}`,
        sql`(date <= ${before_to} or date >= ${from})`,
        keyword !== undefined && sql`lower(keyword) = lower(${param('keyword')})`,
        country !== undefined && sql`country = ${param('country')}`,
      ])}
      group by app_id, lower(keyword), country
    )`,
  values: sql`valued as (
      select nth, first, last, (
        select ${medianPosition} from keyword_positions
        where app_id = largest.app_id and lower(keyword_positions.keyword) = lower(largest.keyword)
          and keyword_positions.country = largest.country and date between ${first} and ${last}
      ) as value
      from largest cross join point
    )`,
}

/** How each metric is measured. */
export const measures: Record<Metric, Measure> = { clicks, rating, position }
