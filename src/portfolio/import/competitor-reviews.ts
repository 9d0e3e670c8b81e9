import { sql } from 'kysely'
import { z } from 'zod'
import { text } from '../../record/rules/text.ts'
import { StoredApp } from '../app/app.ts'
import { reviewDigest, StoredCompetitorReview } from '../competitor-review/competitor-review.ts'
import { platformCell } from './cell-platform.ts'
import { numberCell } from './cell-rules.ts'
import type { ImportKind } from './import-kind.ts'
import { eachLine } from './market-rows.ts'
import { findCompetitors } from './references.ts'

const { rating, author, body, language, reviewed_at } = StoredCompetitorReview.shape

const Line = z.object({
  competitor_id: text(2000),
  // Of competitors with one name.
  platform: platformCell(StoredApp.shape.platform).optional(),
  rating: numberCell(rating).optional(),
  author: author.optional(),
  body,
  language: language.optional(),
  reviewed_at,
})

const identity = 'competitor_id, author, reviewed_at and body'

/** A review has no key of its own: the same text of the same author on the same day is the same review. */
export const competitorReviewImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'competitor_review',
  table: 'competitor_reviews',
  required: ['competitor_id', 'body', 'reviewed_at'],
  optional: ['rating', 'author', 'language', 'platform'],
  schema: Line,
  references: { competitor_id: findCompetitors },
  rows: eachLine(
    ({ values: { platform: _, ...values }, references: { competitor_id: competitor } }) => ({
      ...values,
      competitor_id: competitor?.id,
    }),
    { key: ['competitor_id', 'author', 'reviewed_at', 'body'], what: identity },
  ),
  identity,
  store: {
    match: sql`${reviewDigest('stored')} = ${reviewDigest('given')}
    and stored.author is not distinct from given.author and stored.body = given.body`,
    replaced: (fields) => fields.filter((field) => ['rating', 'language'].includes(field)),
  },
}
