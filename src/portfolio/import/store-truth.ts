import { sql } from 'kysely'
import { z } from 'zod'
import { serverFields } from '../../record/base-fields.ts'
import { text } from '../../record/rules/text.ts'
import { StoredApp } from '../app/app.ts'
import { StoredStoreTruth } from '../store-truth/store-truth.ts'
import { platformCell } from './cell-platform.ts'
import { numberCell } from './cell-rules.ts'
import type { ImportKind } from './import-kind.ts'
import { eachLine } from './market-rows.ts'
import { findApps } from './references.ts'

const { date, ...optional } = StoredStoreTruth.omit({ ...serverFields, app_id: true }).shape
const { rating, ratings_count } = optional

const Line = z.object({
  app_slug: text(2000),
  // Of apps with one name.
  platform: platformCell(StoredApp.shape.platform).optional(),
  date,
  ...z.object({ ...optional, rating: numberCell(rating), ratings_count: numberCell(ratings_count) }).partial()
    .shape,
})

const identity = 'app_slug and date'

export const storeTruthImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'store_truth',
  table: 'store_truth',
  required: ['app_slug', 'date'],
  optional: [...Object.keys(optional), 'platform'],
  dayValues: ['rating', ...Object.keys(optional).filter((name) => name !== 'rating')],
  schema: Line,
  references: { app_slug: findApps },
  rows: eachLine(
    ({ values: { app_slug: _, platform: __, ...values }, references: { app_slug: app } }) => ({
      ...values,
      app_id: app?.id,
    }),
    { key: ['app_id', 'date'], what: identity },
  ),
  identity,
  store: {
    match: sql`stored.app_id = given.app_id and stored.date = given.date`,
    replaced: (fields) => fields.filter((field) => field in optional),
  },
}
