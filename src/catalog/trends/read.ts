import { sql } from 'kysely'
import { type Read, readRow } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { productId, slugWarnings } from '../../portfolio/list/filter.ts'
import { daysBetween } from '../../record/rules/day.ts'
import { type ComparedPeriods, daysAfter, lastFullDays } from '../../record/rules/period.ts'
import { todayIn } from '../../record/time-zone.ts'
import { type Keywords, measures } from './measures.ts'
import type { Metric, MetricTrend, TrendsQuery } from './query.ts'

const maxTrends = 50
const maxDailyPoints = 31
const daysOfWeek = 7

/**
 * Returns the trends of a metric in the last full days of a time zone, the largest change first: at most 50 of apps,
 * keywords and countries. `total` counts them all.
 */
export async function readTrends(read: Read, { days, ...query }: TrendsQuery, zone: string) {
  const periods = lastFullDays(todayIn(zone), days)
  const { trends, total } = await compareMetric(read, { ...periods, ...query }, pointsOf(periods))
  const { before_from, before_to, from, to } = periods
  return {
    trends,
    total,
    period: { from, to },
    previous: { from: before_from, to: before_to },
    warnings: await slugWarnings(read, query, trends.length > 0 ? [query] : []),
  }
}

/** The days of a point. */
type Point = { from: string; to: string }

// Weeks are counted back from the last day, so that the newest one is complete.
function pointsOf({ from, to }: Point): Point[] {
  const days = daysBetween(from, to) + 1
  const length = days > maxDailyPoints ? daysOfWeek : 1
  const count = Math.ceil(days / length)
  return Array.from({ length: count }, (_, index) => {
    const last = daysAfter(to, (index + 1 - count) * length)
    return { from: index === 0 ? from : daysAfter(last, 1 - length), to: last }
  })
}

type Bound = ComparedPeriods & { metric: Metric } & Partial<Pick<TrendsQuery, 'product_slug' | 'app_slug'>> &
  Keywords
type Found = {
  trends: MetricTrend[]
  total: number
  /** The number of those that changed. */
  changed: number
}

/** Returns how a metric changed between two periods, the largest change first, with its values at `points`. */
export function compareMetric(read: Read, query: Bound, points: Point[] = []): Promise<Found> {
  const { metric, before_from, before_to, from, to, product_slug, app_slug, keyword, country } = query
  const periods = { before_from, before_to, from, to }
  const filters = { product_slug, app_slug, keyword, country }
  const firsts = points.map((point) => point.from)
  const lasts = points.map((point) => point.to)
  return readRow(read, selectTrends({ metric, ...periods, ...filters, firsts, lasts }))
}

const largestFirst = sql`abs(change) desc nulls last, app_id, keyword, country`

const selectTrends = statement(
  'trends.of_metric',
  {
    metric: 'clicks',
    before_from: '2026-10-04',
    before_to: '2026-10-31',
    from: '2026-11-01',
    to: '2026-11-28',
    product_slug: 'qr-scanner',
    firsts: ['2026-11-01', '2026-11-02'],
    lasts: ['2026-11-01', '2026-11-02'],
  },
  ({
    metric = 'clicks',
    product_slug,
    app_slug,
    ...keywords
  }: Partial<Bound> & { firsts: string[]; lasts: string[] }) => {
    const { tables, values } = measures[metric]
    const text = sql<Found>`with app as materialized (
      select id, slug, name, platform from apps where ${all([
        product_slug !== undefined && sql`product_id = ${productId}`,
        app_slug !== undefined && sql`slug = ${param('app_slug')}`,
      ])}
    ), ${tables(keywords)}, compared as materialized (
      select *, current - previous as change from measured
    ), largest as materialized (
      select *, row_number() over (order by ${largestFirst}) as nth
      from compared order by ${largestFirst} limit ${sql.lit(maxTrends)}
    ), point as materialized (
      select * from unnest(${param('firsts')}::date[], ${param('lasts')}::date[]) as point (first, last)
    ), ${values}, plotted as materialized (
      select nth, json_agg(json_build_object('from', first, 'to', last, 'value', value) order by first) as points
      from valued group by nth
    )
    select (select count(*) from compared) as total, (select count(*) from compared where change <> 0) as changed, (
      select coalesce(json_agg(json_build_object('metric', ${sql.lit(metric)}, 'app_slug', app.slug, 'name', app.name,
        'platform', app.platform, 'keyword', keyword, 'country', country, 'current', current, 'previous', previous,
        'change', change, 'change_percent', round((100.0 * change / nullif(previous, 0))::numeric, 1),
        'measured_since', measured_since, 'points', coalesce(points, '[]')) order by nth), '[]')
      from largest join app on app.id = largest.app_id left join plotted using (nth)
    ) as trends`
    return text
  },
  ['metric'],
)
