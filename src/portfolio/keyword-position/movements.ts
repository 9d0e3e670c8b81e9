import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { all as allOf, param, statement } from '../../database/statement.ts'
import { dayRange } from '../../record/list/day-range.ts'
import { sortRule } from '../../record/list/sort.ts'
import { country } from '../../record/rules/country.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { type ComparedPeriods, comparedPeriods, periodOfDays } from '../../record/rules/period.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import type { App } from '../app/read.ts'
import { appPlatforms } from '../vocabulary.ts'
import { maxPosition } from './keyword-position.ts'

const shownRows = 50
// A keyword that was not measured within this time before the latest measurement of its app in the period is left out.
const recentDays = 7
const maxRecent = 1000

/** Query of the movement of keyword positions in a period. */
export const MovementQuery = periodOfDays(
  z.object({
    ...dayRange,
    product_slug: Slug.optional()
      .describe('Only apps of this product')
      .register(translations, { ru: 'Только приложения этого продукта' }),
    app_slug: Slug.optional()
      .describe('Only this app')
      .register(translations, { ru: 'Только это приложение' }),
    keyword: text(255)
      .optional()
      .describe('Only exactly this keyword (case-insensitive)')
      .register(translations, { ru: 'Только точно этот ключ (без учёта регистра)' }),
    country: country.optional(),
    platform: enumOf(appPlatforms).optional(),
    sort: sortRule('moved', 'change', 'position', 'position_before', 'keyword'),
  }),
)
export type MovementQuery = z.output<typeof MovementQuery>

/** The position of an app for a keyword in a country at the end of a period, and at its beginning. */
export type Movement = {
  keyword: string
  country: string
  app_id: number
  app_name: string
  platform: App['platform']
  /** Null if the app was not found. */
  position: number | null
  date: string
  position_before: number | null
  /** Null if the keyword was not measured before `date`. */
  date_before: string | null
  /** The number of places that the app has risen. An app that is not found counts as the place after the last one. */
  change: number | null
  points: { date: string; position: number | null }[]
}

/** The movements of a period, with the number of keywords that rose, fell and stayed. */
export type Movements = ComparedPeriods & { risen: number; fallen: number; count: number; rows: Movement[] }

/**
 * Returns how keyword positions moved in a period: those that moved most first, the first 50, or with `all` every one,
 * without its points. The movement is that from the latest measurement until the first day of the period, or else the
 * first one in it, to the last one.
 */
export async function readMovements(
  read: Read,
  { sort = '-moved', date_from, date_to, ...filters }: MovementQuery,
  { all = false } = {},
): Promise<Movements> {
  const period = comparedPeriods({ date_from, date_to })
  const found = await readRow(read, selectMovements({ ...period, ...filters, sort, all: all || undefined }))
  return { ...period, ...found }
}

type Bound = ComparedPeriods &
  Pick<MovementQuery, 'product_slug' | 'app_slug' | 'keyword' | 'country' | 'platform' | 'sort'> & {
    all: true | undefined
  }

const unfound = sql.lit(maxPosition + 1)

const orders = {
  moved: sql`abs(change)`,
  change: sql`change`,
  position: sql`coalesce(position, ${unfound})`,
  position_before: sql`case when date_before is not null then coalesce(position_before, ${unfound}) end`,
  keyword: sql`lower(keyword)`,
}

const isKeyOfRecent = sql`earlier.app_id = recent.app_id and lower(earlier.keyword) = lower(recent.keyword)
  and earlier.country = recent.country and earlier.measured`

/**
 * Returns the table expressions `recent` and `moved`: for each app and keyword the last position in the period from
 * `from` to `to`, in `moved` also the position before and the change. `before_from` is the first day on which the
 * position before may have been measured.
 */
export function movedPositions(
  ofApps: RawBuilder<boolean>,
  ofPositions: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`recent as (
      select distinct on (app.id, lower(latest.keyword), latest.country)
        app.id as app_id, app.name as app_name, coalesce(latest.platform, app.platform) as platform,
        latest.keyword, latest.country, latest.position, latest.date
      from (select id, name, platform from apps where ${ofApps}) as app, lateral (
        select max(date) as day from keyword_positions
        where app_id = app.id and date >= ${param('from')}::date and date <= ${param('to')}::date
      ) as last, lateral (
        select keyword, country, platform, position, date from keyword_positions
        where app_id = app.id and date > last.day - ${sql.lit(recentDays)} and date >= ${param('from')}::date
          and date <= ${param('to')}::date and measured and ${ofPositions}
        order by date desc, id desc limit ${sql.lit(maxRecent)}
      ) as latest
      order by app.id, lower(latest.keyword), latest.country, latest.date desc
    ), moved as materialized (
      select recent.*, start.position as position_before, start.date as date_before,
        case when start.date is not null then
          coalesce(start.position, ${unfound}) - coalesce(recent.position, ${unfound}) end as change
      from recent left join lateral (
        (
          select position, date, 1 as rank from keyword_positions as earlier
          where ${isKeyOfRecent} and date >= ${param('before_from')}::date and date <= ${param('from')}::date
          order by date desc limit 1
        ) union all (
          select position, date, 2 from keyword_positions as earlier
          where ${isKeyOfRecent} and date > ${param('from')}::date and date < recent.date
          order by date limit 1
        ) order by rank limit 1
      ) as start on start.date < recent.date
    )`
}

const selectMovements = statement(
  'keyword_positions.movements',
  {
    before_from: '2026-10-02',
    before_to: '2026-10-31',
    from: '2026-11-01',
    to: '2026-11-30',
    sort: '-moved',
    product_slug: 'qr-scanner',
    keyword: 'qr',
    country: 'de',
    platform: 'iOS',
  },
  ({ sort = '-moved', all, ...filters }: Partial<Bound>) => {
    const field = sort.replace('-', '') as keyof typeof orders
    const order = sql`${orders[field]} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, lower(keyword), country, app_id`
    const ofApps = allOf([
      filters.app_slug !== undefined && sql`slug = ${param('app_slug')}`,
      filters.product_slug !== undefined &&
        sql`product_id = (select id from products where slug = ${param('product_slug')})`,
    ])
    const ofPositions = allOf([
      filters.keyword !== undefined && sql`lower(keyword) = lower(${param('keyword')})`,
      filters.country !== undefined && sql`country = ${param('country')}`,
      filters.platform !== undefined && sql`platform = ${param('platform')}`,
    ])
    const points = sql`(
      select json_agg(json_build_object('date', date, 'position', position) order by date) from keyword_positions
      where app_id = shown.app_id and lower(keyword) = lower(shown.keyword) and country = shown.country and measured
        and date >= ${param('from')}::date and date <= ${param('to')}::date
    )`
    const text = sql<
      Omit<Movements, keyof ComparedPeriods>
    >`with ${movedPositions(ofApps, ofPositions)}, shown as (
      select * from moved order by ${order} ${all ? sql`` : sql`limit ${sql.lit(shownRows)}`}
    )
    select (select count(*) from moved where change > 0) as risen, (select count(*) from moved where change < 0) as fallen,
      (select count(*) from moved) as count, (
        select coalesce(json_agg(json_build_object('keyword', keyword, 'country', country, 'app_id', app_id,
          'app_name', app_name, 'platform', platform, 'position', position, 'date', date,
          'position_before', position_before, 'date_before', date_before, 'change', change,
          'points', ${all ? sql`'[]'::json` : points}) order by ${order}), '[]') from shown
      ) as rows`
    return text
  },
  ['sort', 'all'],
)
