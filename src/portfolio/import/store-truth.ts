import { z } from 'zod'
import { serverFields } from '../../record/base-fields.ts'
import { Slug } from '../../record/rules/slug.ts'
import { StoredStoreTruth } from '../store-truth/store-truth.ts'
import { numberCell } from './cell-rules.ts'
import { findApps } from './find-apps.ts'
import type { ImportKind } from './import-kind.ts'

const { date, ...optional } = StoredStoreTruth.omit({ ...serverFields, app_id: true }).shape
const { rating, ratings_count } = optional

const Line = z.object({
  app_slug: Slug,
  date,
  ...z.object({ ...optional, rating: numberCell(rating), ratings_count: numberCell(ratings_count) }).partial()
    .shape,
})

export const storeTruthImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'store_truth',
  table: 'store_truth',
  required: ['app_slug', 'date'],
  optional: Object.keys(optional),
  schema: Line,
  referenceColumn: 'app_slug',
  reference: ({ app_slug }) => app_slug,
  findReferences: findApps,
  row: ({ app_slug: _, ...line }, { id }) => ({ ...line, app_id: id }),
  key: ['app_id', 'date'],
  match: 'stored.app_id = given.app_id and stored.date = given.date',
  derived: [],
}
