import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type Competitor, competitorColumns } from '../competitor/read.ts'
import type { CompetitorReview } from './read.ts'

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
