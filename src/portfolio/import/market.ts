import { sql } from 'kysely'
import { z } from 'zod'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { serverFields } from '../../record/base-fields.ts'
import { text } from '../../record/rules/text.ts'
import { StoredApp } from '../app/app.ts'
import { reviewDigest, StoredCompetitorReview } from '../competitor-review/competitor-review.ts'
import { StoredKeywordPosition } from '../keyword-position/keyword-position.ts'
import { StoredStoreTruth } from '../store-truth/store-truth.ts'
import { countryCell } from './cell-country.ts'
import { positionCell } from './cell-position.ts'
import { booleanCell, numberCell, platformCell } from './cell-rules.ts'
import type { ImportKind, ImportLine, RowsOf } from './import-kind.ts'
import { findApps, findCompetitors } from './references.ts'

// The market: its records have no API and no guards, and a file of them may have 50,000 lines, stored many at once.

/** Returns the conversion of lines that each become one row, whose `key` no other line may have. */
function eachLine<Line>(
  rowOf: (line: ImportLine<Line>) => Record<string, unknown>,
  { key, what }: { key: string[]; what: Phrase },
): () => RowsOf<Line> {
  return () => async (_, lines) => {
    const rows = []
    for (const line of lines) {
      const row = rowOf(line)
      const values = key.map((name) => (name === 'keyword' ? String(row[name]).toLowerCase() : row[name]))
      rows.push({ line, row, keys: [{ key: JSON.stringify(values), what }] })
    }
    return rows
  }
}

const positionFields = StoredKeywordPosition.shape

const PositionLine = z.object({
  app_slug: text(2000),
  keyword: positionFields.keyword,
  country: countryCell(positionFields.country),
  platform: platformCell(positionFields.platform).optional(),
  position: positionCell(positionFields.position),
  measured: booleanCell(positionFields.measured).optional(),
  date: positionFields.date,
})

const positionIdentity = phrase('imports.positionIdentity')

/** An empty position is measured and absent, unless `measured` is false. An empty platform is the platform of the app. */
export const keywordPositionImport: ImportKind<z.output<typeof PositionLine>> = {
  recordType: 'keyword_position',
  table: 'keyword_positions',
  required: ['app_slug', 'keyword', 'country', 'position', 'date'],
  optional: ['platform', 'measured'],
  dayValues: ['position'],
  schema: PositionLine,
  references: { app_slug: findApps },
  rows: eachLine(
    ({ values: { app_slug: _, ...values }, references: { app_slug: app } }) => ({
      ...values,
      app_id: app?.id,
      platform: values.platform ?? app?.platform,
      measured: values.position !== null || (values.measured ?? true),
    }),
    { key: ['app_id', 'keyword', 'country', 'date'], what: positionIdentity },
  ),
  identity: positionIdentity,
  store: {
    match: sql`stored.app_id = given.app_id and lower(stored.keyword) = lower(given.keyword)
    and stored.country = given.country and stored.date = given.date`,
    replaced: (fields) => ['measured', ...fields.filter((field) => ['platform', 'position'].includes(field))],
  },
}

const reviewFields = StoredCompetitorReview.shape

const ReviewLine = z.object({
  competitor_id: text(2000),
  // Of competitors with one name.
  platform: platformCell(StoredApp.shape.platform).optional(),
  rating: numberCell(reviewFields.rating).optional(),
  author: reviewFields.author.optional(),
  body: reviewFields.body,
  language: reviewFields.language.optional(),
  reviewed_at: reviewFields.reviewed_at,
})

const reviewIdentity = phrase('imports.reviewIdentity')

/** A review has no key of its own: the same text of the same author on the same day is the same review. */
export const competitorReviewImport: ImportKind<z.output<typeof ReviewLine>> = {
  recordType: 'competitor_review',
  table: 'competitor_reviews',
  required: ['competitor_id', 'body', 'reviewed_at'],
  optional: ['rating', 'author', 'language', 'platform'],
  schema: ReviewLine,
  references: { competitor_id: findCompetitors },
  rows: eachLine(
    ({ values: { platform: _, ...values }, references: { competitor_id: competitor } }) => ({
      ...values,
      competitor_id: competitor?.id,
    }),
    { key: ['competitor_id', 'author', 'reviewed_at', 'body'], what: reviewIdentity },
  ),
  identity: reviewIdentity,
  store: {
    match: sql`${reviewDigest('stored')} = ${reviewDigest('given')}
    and stored.author is not distinct from given.author and stored.body = given.body`,
    replaced: (fields) => fields.filter((field) => ['rating', 'language'].includes(field)),
  },
}

const { date, ...optional } = StoredStoreTruth.omit({ ...serverFields, app_id: true }).shape
const { rating, ratings_count } = optional

const StoreTruthLine = z.object({
  app_slug: text(2000),
  // Of apps with one name.
  platform: platformCell(StoredApp.shape.platform).optional(),
  date,
  ...z.object({ ...optional, rating: numberCell(rating), ratings_count: numberCell(ratings_count) }).partial()
    .shape,
})

const storeTruthIdentity = phrase('imports.storeTruthIdentity')

export const storeTruthImport: ImportKind<z.output<typeof StoreTruthLine>> = {
  recordType: 'store_truth',
  table: 'store_truth',
  required: ['app_slug', 'date'],
  optional: [...Object.keys(optional), 'platform'],
  dayValues: ['rating', ...Object.keys(optional).filter((name) => name !== 'rating')],
  schema: StoreTruthLine,
  references: { app_slug: findApps },
  rows: eachLine(
    ({ values: { app_slug: _, platform: __, ...values }, references: { app_slug: app } }) => ({
      ...values,
      app_id: app?.id,
    }),
    { key: ['app_id', 'date'], what: storeTruthIdentity },
  ),
  identity: storeTruthIdentity,
  store: {
    match: sql`stored.app_id = given.app_id and stored.date = given.date`,
    replaced: (fields) => fields.filter((field) => field in optional),
  },
}
