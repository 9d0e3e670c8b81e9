import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { type ClickDimension, daysOfShown, isTotalled, ofDay, periodSums } from '../../metrics/click-sums.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { dayRange } from '../../record/list/day-range.ts'
import { sortRule } from '../../record/list/sort.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { type ComparedPeriods, comparedPeriods, periodOfDays } from '../../record/rules/period.ts'
import { clickDimensions } from '../vocabulary.ts'
import { clickFilters } from './click-filters.ts'
import { type ClickDivision, divisions } from './divisions.ts'

const shownRows = 50
const mostClicks = '-clicks'

/** Query of the comparison of a period of clicks with the period before it. */
export const ClickComparisonQuery = periodOfDays(
  z.object({
    ...dayRange,
    by: enumOf(clickDimensions).optional(),
    ...clickFilters,
    sort: sortRule('name', 'clicks', 'clicks_before', 'change'),
  }),
)
export type ClickComparisonQuery = z.output<typeof ClickComparisonQuery>

/** The clicks of a row of the comparison, in a period and in the period before it. */
export type ComparedClicks = {
  /** Null for a status or a platform. */
  id: number | null
  /** Null for the clicks that belong to no product or direction. */
  name: string | null
  /** The platform of an application. */
  platform: string | null
  clicks: number
  clicks_before: number
  /** The clicks of each day of the period. */
  days: number[]
}

/** The clicks of a day of a period, and of the same day of the period before it. */
type ComparedDay = { date: string; clicks: number; clicks_before: number }

/** A period of clicks and the period before it. `count` is the number of rows without a limit. */
export type ClickComparison = ComparedPeriods & {
  count: number
  rows: ComparedClicks[]
  days: ComparedDay[]
}

/**
 * Compares the clicks of a period with those of the period of the same length before it: the 50 rows that come first,
 * or with `all` every row, without its days. Rejected clicks count only by status.
 */
export async function compareClicks(
  read: Read,
  { by = 'application', sort = mostClicks, app_id, company_id, app_slug, ...range }: ClickComparisonQuery,
  { all = false } = {},
): Promise<ClickComparison> {
  const period = comparedPeriods(range)
  const values = { ...period, by, sort, app_id, company_id, app_slug, all: all || undefined }
  const found = await readRow(read, selectComparison(values))
  return { ...period, ...found }
}

type Bound = ComparedPeriods & {
  by: ClickDivision
  sort: NonNullable<ClickComparisonQuery['sort']>
  app_id: number | undefined
  company_id: number | undefined
  app_slug: string | undefined
  all: true | undefined
}

type Found = Pick<ClickComparison, 'count' | 'rows' | 'days'>

const orders = {
  name: sql`lower(name)`,
  clicks: sql`clicks`,
  clicks_before: sql`clicks_before`,
  change: sql`clicks - clicks_before`,
}

const selectComparison = statement(
  'clicks.compare',
  {
    before_from: '2026-10-02',
    before_to: '2026-10-31',
    from: '2026-11-01',
    to: '2026-11-30',
    by: 'application',
    sort: '-clicks',
    app_id: 1,
    company_id: 2,
  },
  ({ by = 'application', sort = mostClicks, app_id, company_id, app_slug, all }: Partial<Bound>) => {
    const { by: dimension, rows } = divisions[by]
    const field = sort.replace('-', '') as keyof typeof orders
    const order = sql`${orders[field]} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, key`
    const limit = all ? sql`` : sql`limit ${sql.lit(shownRows)}`
    const lastTables = all ? sql`` : sql`, ${seriesOfShown(dimension)}`
    const ofRow = all ? sql`'[]'::json` : sql`(select days from series where series.key = shown.key)`
    const text = sql<Found>`with ${periodSums({ by: dimension, app_id, company_id, app_slug })},
    row_of as materialized (${rows}), named as materialized (
      select row_of.key, row_of.id, row_of.name, row_of.platform, sum(sums.clicks)::bigint as clicks,
        sum(sums.clicks_before)::bigint as clicks_before
      from sums join row_of on row_of.part = sums.key
      group by row_of.key, row_of.id, row_of.name, row_of.platform
      having sum(sums.clicks) > 0 or sum(sums.clicks_before) > 0
    ), shown as materialized (
      select * from named order by ${order} ${limit}
    ), totals as (
      select days.date, ${ofDay}
      from days join click_months as stored on stored.dimension = 'status' and stored.month = days.month
      where ${areCounted(sql`stored.key`)} and ${isTotalled}
      union all
      select date, clicks from raw where ${areCounted(sql`key`)}
    ), daily as (
      select date, sum(clicks)::bigint as clicks from totals group by date
    )${lastTables}
    select (select count(*) from named) as count, (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'platform', platform, 'clicks', clicks,
        'clicks_before', clicks_before, 'days', ${ofRow}) order by ${order}), '[]') from shown
    ) as rows, (
      select json_agg(json_build_object('date', days.date, 'clicks', coalesce(daily.clicks, 0),
        'clicks_before', coalesce(earlier.clicks, 0)) order by days.date)
      from days
        left join daily on daily.date = days.date
        left join daily as earlier on earlier.date = days.date - (${param('from')}::date - ${param('before_from')}::date)
      where days.is_current
    ) as days`
    return text
  },
  ['by', 'sort', 'all'],
)

// The clicks of each day of the period, for each row that is shown.
function seriesOfShown(by: ClickDimension) {
  return sql`part as materialized (
      select row_of.part as key, row_of.key as row_key
      from row_of join shown on shown.key = row_of.key join sums on sums.key = row_of.part
    ), ${daysOfShown(by, 'part')}, row_days as materialized (
      select part.row_key, shown_days.date, sum(shown_days.clicks)::bigint as clicks
      from shown_days join part on part.key = shown_days.key group by part.row_key, shown_days.date
    ), series as materialized (
      select shown.key, json_agg(coalesce(row_days.clicks, 0) order by days.date) as days
      from shown cross join days
        left join row_days on row_days.date = days.date and row_days.row_key = shown.key
      where days.is_current
      group by shown.key
    )`
}
