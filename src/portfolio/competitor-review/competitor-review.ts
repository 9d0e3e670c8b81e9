import { defineEntity, p } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { sqlText } from '../../database/tables.ts'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { competitors } from '../competitor/competitor.ts'

const fields = {
  ...baseFields,
  competitor_id: field(Id, p.manyToOne(competitors).mapToPk().fieldName('competitor_id')),
  rating: field(nullable(integer(1, 5)), p.integer().strictNullable().default(null)),
  author: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  body: field(withoutCredentials(text(20_000)), p.text()),
  language: field(nullable(text(8)), p.text().strictNullable().default(null)),
  reviewed_at: field(day, dayColumn()),
}

/**
 * Returns the SQL of a digest that identical reviews have in common: the same text of the same author, about the same
 * competitor and on the same day. The names of the columns begin with `prefix`.
 */
export function reviewDigest(table?: 'stored' | 'given'): RawBuilder<string> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const day = sql`(${column('reviewed_at')} - date '2000-01-01')`
  return sql`md5(${column('competitor_id')} || ' ' || ${day} || ' ' || coalesce(${column('author')}, '') || ' ' || ${column('body')})`
}

/** A review of a competitor in a store. */
export const competitorReviews = defineEntity({
  name: 'competitor_review',
  tableName: 'competitor_reviews',
  properties: { ...columns(fields), ...wordsColumn('body', 'author') },
  indexes: [
    wordsIndex('competitor_reviews', 'words'),
    { name: 'competitor_reviews_newest', properties: ['reviewed_at', 'id'] },
    { name: 'competitor_reviews_competitor', properties: ['competitor_id', 'reviewed_at', 'id'] },
    { name: 'competitor_reviews_rating', properties: ['competitor_id', 'rating'] },
    {
      name: 'competitor_reviews_digest',
      expression: `create index "competitor_reviews_digest" on "competitor_reviews" (${sqlText(reviewDigest())})`,
    },
  ],
  checks: [{ name: 'competitor_reviews_rating_check', expression: 'rating >= 1 and rating <= 5' }],
})
export const StoredCompetitorReview = z.object(rules(fields))
export type StoredCompetitorReview = z.output<typeof StoredCompetitorReview>

declare module '../../database/tables.ts' {
  interface Tables {
    competitor_reviews: StoredCompetitorReview
  }
}

const settable = StoredCompetitorReview.omit(serverFields)
  .extend({ competitor_id: required(Reference) })
  .partial()

/** Input that creates a review: the competitor, the text and the day. */
export const NewCompetitorReview = z.strictObject(
  settable.required({ competitor_id: true, body: true, reviewed_at: true }).shape,
)
export type NewCompetitorReview = z.output<typeof NewCompetitorReview>

/** Input that changes a review: any of its fields. */
export const CompetitorReviewChange = z.strictObject(settable.shape)
export type CompetitorReviewChange = z.output<typeof CompetitorReviewChange>
