import { sql } from 'kysely'
import { z } from 'zod'
import { text } from '../../record/rules/text.ts'
import { StoredKeywordPosition } from '../keyword-position/keyword-position.ts'
import { countryCell } from './cell-country.ts'
import { platformCell } from './cell-platform.ts'
import { booleanCell, positionCell } from './cell-rules.ts'
import type { ImportKind } from './import-kind.ts'
import { eachLine } from './market-rows.ts'
import { findApps } from './references.ts'

const { keyword, country, platform, position, measured, date } = StoredKeywordPosition.shape

const Line = z.object({
  app_slug: text(2000),
  keyword,
  country: countryCell(country),
  platform: platformCell(platform).optional(),
  position: positionCell(position),
  measured: booleanCell(measured).optional(),
  date,
})

const identity = 'app_slug, keyword, country and date'

/** An empty position is measured and absent, unless `measured` is false. An empty platform is the platform of the app. */
export const keywordPositionImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'keyword_position',
  table: 'keyword_positions',
  required: ['app_slug', 'keyword', 'country', 'position', 'date'],
  optional: ['platform', 'measured'],
  dayValues: ['position'],
  schema: Line,
  references: { app_slug: findApps },
  rows: eachLine(
    ({ values: { app_slug: _, ...values }, references: { app_slug: app } }) => ({
      ...values,
      app_id: app?.id,
      platform: values.platform ?? app?.platform,
      measured: values.position !== null || (values.measured ?? true),
    }),
    { key: ['app_id', 'keyword', 'country', 'date'], what: identity },
  ),
  identity,
  store: {
    match: sql`stored.app_id = given.app_id and lower(stored.keyword) = lower(given.keyword)
    and stored.country = given.country and stored.date = given.date`,
    replaced: (fields) => ['measured', ...fields.filter((field) => ['platform', 'position'].includes(field))],
  },
}
