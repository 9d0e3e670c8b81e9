import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { dayRange } from '../../record/list/day-range.ts'
import { sortRule } from '../../record/list/sort.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { type ComparedPeriods, comparedPeriods, periodOfDays } from '../../record/rules/period.ts'
import { clickDimensions } from '../vocabulary.ts'
import type { ClickDimension } from './monthly-totals.ts'
import { periodSums } from './period-sums.ts'

const shownRows = 50
const mostClicks = '-clicks'

/** Query of the comparison of a period of clicks with the period before it. */
export const ClickComparisonQuery = periodOfDays(
  z.object({
    ...dayRange,
    by: enumOf(clickDimensions).optional(),
    app_id: Reference.optional().describe('Only clicks of this application'),
    company_id: Reference.optional().describe('Only clicks of this company'),
    sort: sortRule('name', 'clicks', 'clicks_before', 'change'),
  }),
)
export type ClickComparisonQuery = z.output<typeof ClickComparisonQuery>

/** The clicks of an application, of a company or with a status, in a period and in the period before it. */
export type ComparedClicks = {
  /** Null for a status. */
  id: number | null
  name: string
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
  { by = 'application', sort = mostClicks, app_id, company_id, ...range }: ClickComparisonQuery,
  { all = false } = {},
): Promise<ClickComparison> {
  const period = comparedPeriods(range)
  const values = { ...period, by, sort, app_id, company_id, all: all || undefined }
  const found = await readRow(read, selectComparison(values))
  return { ...period, ...found }
}

type Bound = ComparedPeriods & {
  by: NonNullable<ClickComparisonQuery['by']>
  sort: NonNullable<ClickComparisonQuery['sort']>
  app_id: number | undefined
  company_id: number | undefined
  all: true | undefined
}

type Found = Pick<ClickComparison, 'count' | 'rows' | 'days'>

// The name of a row, its id and its platform.
const names = {
  application: {
    columns: sql`named.id, named.name, named.platform`,
    join: sql`join applications as named on named.id = sums.key::bigint`,
  },
  company: {
    columns: sql`named.id, named.name, null as platform`,
    join: sql`join companies as named on named.id = sums.key::bigint`,
  },
  status: { columns: sql`null::bigint as id, sums.key as name, null as platform`, join: sql`` },
} as const

const orders = {
  name: sql`lower(name)`,
  clicks: sql`clicks`,
  clicks_before: sql`clicks_before`,
  change: sql`clicks - clicks_before`,
}

// The clicks of one day: the difference of two running totals.
const ofDay = sql`stored.clicks[days.nth] - coalesce(stored.clicks[days.nth - 1], 0) as clicks`
const isTotalled = sql`days.date not in (select date from raw_days)`

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
  ({ by = 'application', sort = mostClicks, app_id, company_id, all }: Partial<Bound>) => {
    const { columns, join } = names[by]
    const field = sort.replace('-', '') as keyof typeof orders
    const order = sql`${orders[field]} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, key`
    const limit = all ? sql`` : sql`limit ${sql.lit(shownRows)}`
    const lastTables = all ? sql`` : sql`, ${seriesOfShown(by)}`
    const ofRow = all ? sql`'[]'::json` : sql`(select days from series where series.key = shown.key)`
    const text = sql<Found>`with ${periodSums({ by, app_id, company_id })},
    named as materialized (
      select sums.*, ${columns} from sums ${join} where sums.clicks > 0 or sums.clicks_before > 0
    ), shown as materialized (
      select * from named order by ${order} ${limit}
    ), totals as (
      select days.date, ${ofDay}
      from days join click_months as stored on stored.dimension = 'status' and stored.month = days.month
      where stored.key <> 'rejected' and ${isTotalled}
      union all
      select date, clicks from raw where key <> 'rejected'
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
  return sql`shown_months as materialized (
      select shown.key, months.month, (
        select clicks from click_months
        where month = months.month and dimension = ${sql.lit(by)} and key = shown.key
      ) as clicks
      from shown cross join (select distinct month from days where is_current) as months
    ), shown_days as materialized (
      select key, date, clicks from raw where key in (select key from shown)
      union all
      select stored.key, days.date, ${ofDay}
      from shown_months as stored join days on days.month = stored.month
      where days.is_current and ${isTotalled}
    ), series as materialized (
      select shown.key, json_agg(coalesce(shown_days.clicks, 0) order by days.date) as days
      from shown cross join days
        left join shown_days on shown_days.date = days.date and shown_days.key = shown.key
      where days.is_current
      group by shown.key
    )`
}
