import { z } from 'zod'
import { Reference } from '../../record/rules/id.ts'
import { reviewDigest, StoredCompetitorReview } from '../competitor-review/competitor-review.ts'
import { numberCell } from './cell-rules.ts'
import type { ImportKind } from './import-kind.ts'

const { rating, author, body, language, reviewed_at } = StoredCompetitorReview.shape

const Line = z.object({
  competitor_id: numberCell(Reference),
  rating: numberCell(rating).optional(),
  author: author.optional(),
  body,
  language: language.optional(),
  reviewed_at,
})

/** A review has no key of its own: the same text of the same author on the same day is the same review. */
export const competitorReviewImport: ImportKind<z.output<typeof Line>> = {
  recordType: 'competitor_review',
  table: 'competitor_reviews',
  required: ['competitor_id', 'body', 'reviewed_at'],
  optional: ['rating', 'author', 'language'],
  schema: Line,
  referenceColumn: 'competitor_id',
  reference: ({ competitor_id }) => String(competitor_id),
  async findReferences(read, references) {
    const text = 'select id from competitors where id = any($1::bigint[])'
    const rows = await read<{ id: number }>({ text, values: [references] })
    return new Map(rows.map((row) => [String(row.id), row]))
  },
  row: (line) => line,
  key: ['competitor_id', 'author', 'reviewed_at', 'body'],
  match: `${reviewDigest('stored.')} = ${reviewDigest('given.')}
    and stored.author is not distinct from given.author and stored.body = given.body`,
  derived: [],
}
