import type { Read } from '../../database/read.ts'
import { plottedApps } from '../app/plotted-apps.ts'
import type { App } from '../app/read.ts'
import type { StoreTruth } from './read.ts'

const maxPoints = 400

/** The store truth of an app, oldest first. */
export type StoreTruthSeries = {
  app_id: number
  app_slug: string
  app_name: string
  platform: App['platform']
  points: Pick<
    StoreTruth,
    | 'date'
    | 'title'
    | 'subtitle'
    | 'version'
    | 'rating'
    | 'ratings_count'
    | 'installs_band'
    | 'price'
    | 'status'
    | 'source'
  >[]
}

/**
 * Returns the store truth of the apps of a product from the day `from` on: the latest 400 days of each app that has
 * any.
 */
export function readStoreTruthSeries(
  read: Read,
  { product_id, from }: { product_id: number; from: string },
): Promise<StoreTruthSeries[]> {
  return read<StoreTruthSeries>({ text, values: [product_id, from] })
}

const text = `with app as (${plottedApps})
  select app.id as app_id, app.slug as app_slug, app.name as app_name, app.platform, points.points
  from app, lateral (
    select json_agg(point order by date) as points
    from (
      select date, title, subtitle, version, rating, ratings_count, installs_band, price, status, source
      from store_truth where app_id = app.id and date >= $2::date
      order by store_truth.date desc limit ${maxPoints}
    ) as point
  ) as points
  where points.points is not null
  order by app.id`
