import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { dayRange, inDayRange } from '../../record/list/day-range.ts'
import { webPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort, sortRule } from '../../record/list/sort.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { orderedDates } from '../../record/rules/ordered-dates.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { appNameColumns, appNames } from '../app/names.ts'
import { ofApp } from '../list/filter.ts'
import { storeStatuses } from '../vocabulary.ts'
import { StoredStoreTruth } from './store-truth.ts'

/** A store truth with its app. */
export const StoreTruth = StoredStoreTruth.extend(appNames)
export type StoreTruth = z.output<typeof StoreTruth>

/** Query of the list of store truth. */
export const StoreTruthQuery = orderedDates(
  z.object({
    app_slug: Slug.optional().describe('Only the store truth of this app'),
    status: enumOf(storeStatuses).optional(),
    ...dayRange,
    search: text(255).optional().describe('Only rows whose title, subtitle or source contains this text'),
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
