import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { dayRange, inDayRange } from '../../record/list/day-range.ts'
import { webPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort, sortRule } from '../../record/list/sort.ts'
import { orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import type { App } from '../app/read.ts'
import { appNameColumns, appNames } from '../app/read.ts'
import { ofApp } from '../list/filter.ts'
import { storeStatuses } from '../vocabulary.ts'
import { StoredStoreTruth } from './store-truth.ts'

/** A store truth with its app. */
export const StoreTruth = StoredStoreTruth.extend(appNames)
export type StoreTruth = z.output<typeof StoreTruth>

/** Query of the list of store truth. */
export const StoreTruthQuery = orderedDates(
  z.object({
    app_slug: Slug.optional()
      .describe('Only the store truth of this app')
      .register(translations, { ru: 'Только данные магазина об этом приложении' }),
    status: enumOf(storeStatuses).optional(),
    ...dayRange,
    search: text(255)
      .optional()
      .describe('Only rows whose title, subtitle or source contains this text')
      .register(translations, {
        ru: 'Только записи, в названии, подзаголовке или источнике которых есть этот текст',
      }),
    sort: sortRule(
      'id',
      'date',
      'app_slug',
      'title',
      'subtitle',
      'version',
      'rating',
      'ratings_count',
      'installs_band',
      'price',
      'status',
      'source',
      'created_at',
      'updated_at',
    ),
    ...webPaging,
  }),
  'date_from',
  'date_to',
)
export type StoreTruthQuery = z.output<typeof StoreTruthQuery>

const anywhere = sql`(record.title ilike ${param('search')} or record.subtitle ilike ${param('search')}
  or record.source ilike ${param('search')})`

const { list, one } = recordReads<StoreTruth, StoreTruthQuery>(
  'store_truth',
  { app_slug: 'qr-scanner-ios' },
  (query) =>
    db
      .selectFrom('store_truth as record')
      .leftJoin('apps as app', 'app.id', 'record.app_id')
      .where(
        all([
          query.app_slug !== undefined && ofApp,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          inDayRange(query, 'date'),
          query.search !== undefined && anywhere,
        ]),
      )
      .select([...qualifiedColumns('record', StoredStoreTruth), ...appNameColumns]),
  bySort({
    schema: StoreTruth,
    newestFirst: '-date',
    expressions: { app_slug: sql.ref('app.slug') },
  }),
)

/** Returns a page of store truth, newest day first. */
export const listStoreTruth = list

/** Returns one store truth by id; throws `not_found`. */
export const readStoreTruth = one

const maxApps = 20
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
  return read(selectSeries({ product_id, from }))
}

const selectSeries = statement(
  'store_truth.series',
  { product_id: 7, from: '2026-09-01' },
  (_: { product_id: number; from: string }) => sql<StoreTruthSeries>`
    with app as (
      select id, slug, name, platform from apps where product_id = ${param('product_id')}
      order by id limit ${sql.lit(maxApps)}
    )
    select app.id as app_id, app.slug as app_slug, app.name as app_name, app.platform, points.points
    from app, lateral (
      select json_agg(point order by date) as points
      from (
        select date, title, subtitle, version, rating, ratings_count, installs_band, price, status, source
        from store_truth where app_id = app.id and date >= ${param('from')}::date
        order by store_truth.date desc limit ${sql.lit(maxPoints)}
      ) as point
    ) as points
    where points.points is not null
    order by app.id`,
)
