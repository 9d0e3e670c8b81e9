import type { Read } from '../../database/read.ts'
import { plottedApps } from '../app/plotted-apps.ts'
import type { App } from '../app/read.ts'
import type { KeywordPosition } from './read.ts'

const maxSeries = 12
const maxPoints = 400
// A keyword that was not measured within this time before the latest measurement of its app is not plotted.
const recentDays = 7
const maxRecent = 1000

/** The positions of an app for one keyword in one country, oldest first. */
export type PositionSeries = {
  app_id: number
  app_slug: string
  app_name: string
  platform: App['platform']
  keyword: string
  country: string
  points: Pick<KeywordPosition, 'date' | 'position' | 'measured'>[]
}

/**
 * Returns the positions of the apps of a product by keyword and country, from the day `from` on: the 12 series with the
 * best latest position, and whether there are more. Each series is one range of the unique index.
 */
export async function readPositionSeries(
  read: Read,
  { product_id, from }: { product_id: number; from: string },
): Promise<{ series: PositionSeries[]; more: boolean }> {
  const series = await read<PositionSeries>({ text, values: [product_id, from] })
  return { series: series.slice(0, maxSeries), more: series.length > maxSeries }
}

const text = `with app as (${plottedApps}), latest as (
    select distinct on (app_id, lower(keyword), country) app_id, keyword, country, position, date
    from app, lateral (
      select max(date) as day from keyword_positions where app_id = app.id and date >= $2::date
    ) as last, lateral (
      select app_id, keyword, country, position, date from keyword_positions
      where app_id = app.id and date > last.day - ${recentDays} and date >= $2::date
      order by date desc, id desc limit ${maxRecent}
    ) as recent
    order by app_id, lower(keyword), country, date desc
  )
  select app.id as app_id, app.slug as app_slug, app.name as app_name, app.platform,
    latest.keyword, latest.country, points.points
  from (select * from latest order by position, keyword, country, app_id limit ${maxSeries + 1}) as latest
  join app on app.id = latest.app_id,
  lateral (
    select json_agg(json_build_object('date', date, 'position', position, 'measured', measured) order by date) as points
    from (
      select date, position, measured from keyword_positions
      where app_id = latest.app_id and lower(keyword) = lower(latest.keyword) and country = latest.country
        and date >= $2::date
      order by date desc limit ${maxPoints}
    ) as point
  ) as points
  order by latest.position, latest.keyword, latest.country, latest.app_id`
