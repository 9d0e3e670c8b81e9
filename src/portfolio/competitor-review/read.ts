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
import { Reference } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { text } from '../../record/rules/text.ts'
import { type Competitor, competitorColumns } from '../competitor/read.ts'
import { StoredCompetitorReview } from './competitor-review.ts'

/** A review with the name of its competitor. */
export const CompetitorReview = StoredCompetitorReview.extend({ competitor_name: z.string() })
export type CompetitorReview = z.output<typeof CompetitorReview>

/** Query of the review list. */
export const CompetitorReviewQuery = orderedDates(
  z.object({
    competitor_id: Reference.optional()
      .describe('Only reviews of this competitor')
      .register(translations, { ru: 'Только отзывы об этом конкуренте' }),
    rating: integer(1, 5).optional(),
    language: text(8)
      .optional()
      .describe('Only reviews in this language (case-insensitive)')
      .register(translations, { ru: 'Только отзывы на этом языке, регистр не важен' }),
    ...dayRange,
    search: text(255)
      .optional()
      .describe('Only reviews whose text or author contains this text')
      .register(translations, { ru: 'Только отзывы, в тексте или авторе которых есть этот текст' }),
    sort: sortRule(
      'id',
      'reviewed_at',
      'competitor_name',
      'rating',
      'author',
      'language',
      'created_at',
      'updated_at',
    ),
    ...webPaging,
  }),
  'date_from',
  'date_to',
)
export type CompetitorReviewQuery = z.output<typeof CompetitorReviewQuery>

const competitorName = sql<string>`(select name from competitors where id = record.competitor_id)`

const { list, one } = recordReads<CompetitorReview, CompetitorReviewQuery>(
  'competitor_reviews',
  { competitor_id: 1, rating: 1, search: '%ads%' },
  (query) =>
    db
      .selectFrom('competitor_reviews as record')
      .where(
        all([
          query.competitor_id !== undefined && sql`record.competitor_id = ${param('competitor_id')}`,
          query.rating !== undefined && sql`record.rating = ${param('rating')}`,
          query.language !== undefined && sql`lower(record.language) = lower(${param('language')})`,
          inDayRange(query, 'reviewed_at'),
          query.search !== undefined &&
            sql`(record.body ilike ${param('search')} or record.author ilike ${param('search')})`,
        ]),
      )
      .select([...qualifiedColumns('record', StoredCompetitorReview), competitorName.as('competitor_name')]),
  bySort({
    schema: CompetitorReview,
    newestFirst: '-reviewed_at',
    expressions: { competitor_name: competitorName },
  }),
)

/** Returns a page of reviews, newest first. */
export const listCompetitorReviews = list

/** Returns one review by id; throws `not_found`. */
export const readCompetitorReview = one

const maxCompetitors = 50
const maxReviews = 3
const maxBodyLength = 500

/** A competitor with its latest reviews, newest first. A long review is truncated. */
export type CompetitorWithReviews = Competitor & {
  latest_reviews: Pick<CompetitorReview, 'id' | 'rating' | 'author' | 'body' | 'language' | 'reviewed_at'>[]
}

/** Returns the competitors of a product, newest first, by one statement: at most 50, each with three reviews. */
export function readCompetitorsWithReviews(
  read: Read,
  product: { product_id: number },
): Promise<CompetitorWithReviews[]> {
  return read(selectCompetitors(product))
}

const latestReviews = sql<CompetitorWithReviews['latest_reviews']>`(
  select coalesce(json_agg(review order by reviewed_at desc, id desc), '[]')
  from (
    select id, rating, author, left(body, ${sql.lit(maxBodyLength)}) as body, language, reviewed_at
    from competitor_reviews where competitor_id = record.id
    order by competitor_reviews.reviewed_at desc, id desc limit ${sql.lit(maxReviews)}
  ) as review
)`

const selectCompetitors = statement('competitors.with_reviews', { product_id: 7 }, () =>
  db
    .selectFrom('competitors as record')
    .where(sql<boolean>`record.product_id = ${param('product_id')}`)
    .select([...competitorColumns, latestReviews.as('latest_reviews')])
    .orderBy('record.id', 'desc')
    .limit(sql.lit<number>(maxCompetitors)),
)
