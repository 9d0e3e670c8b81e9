import { z } from 'zod'
import { Slug } from '../../record/rules/slug.ts'
import { StoredKeywordPosition } from '../keyword-position/keyword-position.ts'
import { booleanCell, numberCell } from './cell-rules.ts'
import { findApps } from './find-apps.ts'
import type { ImportKind } from './import-kind.ts'

const { keyword, country, platform, position, measured, date } = StoredKeywordPosition.shape

const Line = z.object({
  app_slug: Slug,
  keyword,
  country,
  platform: platform.optional(),
  position: numberCell(position),
  measured: booleanCell(measured).optional(),
  date,
})

/** An empty position means measured and absent, unless `measured` is false. An empty platform is that of the app. */
export const keywordPositionImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'keyword_position',
  table: 'keyword_positions',
  required: ['app_slug', 'keyword', 'country', 'position', 'date'],
  optional: ['platform', 'measured'],
  schema: Line,
  referenceColumn: 'app_slug',
  reference: ({ app_slug }) => app_slug,
  findReferences: findApps,
  row: ({ app_slug: _, ...line }, app) => ({
    ...line,
    app_id: app.id,
    platform: line.platform ?? app.platform,
    measured: line.position !== null || (line.measured ?? true),
  }),
  key: ['app_id', 'keyword', 'country', 'date'],
  match: `stored.app_id = given.app_id and lower(stored.keyword) = lower(given.keyword)
    and stored.country = given.country and stored.date = given.date`,
  derived: ['measured'],
}
