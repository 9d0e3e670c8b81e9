import type { Read } from '../../database/read.ts'
import { appsInScope, type PlotScope } from '../app/plot-scope.ts'
import type { App } from '../app/read.ts'
import type { KeywordPosition } from './read.ts'

const maxSeries = 12
const maxPoints = 400
// A keyword that was not measured within this time before the latest measurement of its app is not plotted.
const recentDays = 7
const maxRecent = 1000

/** The apps to plot, and optionally one keyword or country. `from` is the first day. */
export type PositionSeriesQuery = PlotScope & {
  keyword?: string | undefined
  country?: string | undefined
  from: string
}

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
 * Returns the positions of apps by keyword and country: the 12 series with the best latest position, and whether there
 * are more. Each series is one range of the unique index.
 */
export async function readPositionSeries(
  read: Read,
  query: PositionSeriesQuery,
): Promise<{ series: PositionSeries[]; more: boolean }> {
  const values: unknown[] = [query.from]
  const apps = appsInScope(query, values)
  let filter = ''
  if (query.keyword !== undefined) filter += ` and lower(keyword) = lower($${values.push(query.keyword)})`
  if (query.country !== undefined) filter += ` and country = $${values.push(query.country)}`
  const series = await read<PositionSeries>({ text: textOf(apps, filter), values })
  return { series: series.slice(0, maxSeries), more: series.length > maxSeries }
}

function textOf(apps: string, filter: string): string {
  return `with app as (${apps}), latest as (
      select distinct on (app_id, lower(keyword), country) app_id, keyword, country, position, date
      from app, lateral (
        select max(date) as day from keyword_positions where app_id = app.id and date >= $1::date${filter}
      ) as last, lateral (
        select app_id, keyword, country, position, date from keyword_positions
        where app_id = app.id and date > last.day - ${recentDays} and date >= $1::date${filter}
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
          and date >= $1::date
        order by date desc limit ${maxPoints}
      ) as point
    ) as points
    order by latest.position, latest.keyword, latest.country, latest.app_id`
}
