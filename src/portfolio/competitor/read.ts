import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { webPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort, sortRule } from '../../record/list/sort.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { productId } from '../list/filter.ts'
import { slugExpressions } from '../place/slugs.ts'
import { appPlatforms, competitorRelations } from '../vocabulary.ts'
import { StoredCompetitor } from './competitor.ts'

/** A competitor with its product and the figures of its reviews. */
export const Competitor = StoredCompetitor.extend({
  product_slug: z.string(),
  product_name: z.string(),
  reviews_count: z.int().min(0),
  average_rating: z.number().nullable(),
})
export type Competitor = z.output<typeof Competitor>

/** Query of the competitor list. */
export const CompetitorQuery = z.object({
  product_slug: Slug.optional()
    .describe('Only competitors of this product')
    .register(translations, { ru: 'Только конкуренты этого продукта' }),
  relation: enumOf(competitorRelations).optional(),
  platform: enumOf(appPlatforms).optional(),
  search: text(255)
    .optional()
    .describe('Only competitors whose name or note contains this text')
    .register(translations, { ru: 'Только конкуренты, в названии или заметке которых есть этот текст' }),
  sort: sortRule(
    'id',
    'name',
    'product_slug',
    'platform',
    'relation',
    'reviews_count',
    'average_rating',
    'created_at',
    'updated_at',
  ),
  ...webPaging,
})
export type CompetitorQuery = z.output<typeof CompetitorQuery>

const productSlug = slugExpressions.product_slug.$castTo<string>()
const reviewsCount = sql<number>`(select count(*) from competitor_reviews where competitor_id = record.id)`
const averageRating = sql<
  number | null
>`(select round(avg(rating), 2) from competitor_reviews where competitor_id = record.id)`

/** The columns of a competitor, for a SELECT on the alias `record`. */
export const competitorColumns = [
  ...qualifiedColumns('record', StoredCompetitor),
  productSlug.as('product_slug'),
  sql<string>`(select name from products where id = record.product_id)`.as('product_name'),
  reviewsCount.as('reviews_count'),
  averageRating.as('average_rating'),
] as const

const { list, one } = recordReads<Competitor, CompetitorQuery>(
  'competitors',
  { product_slug: 'qr-scanner', search: '%scan%' },
  (query) =>
    db
      .selectFrom('competitors as record')
      .where(
        all([
          query.product_slug !== undefined && sql`record.product_id = ${productId}`,
          query.relation !== undefined && sql`record.relation = ${param('relation')}`,
          query.platform !== undefined && sql`record.platform = ${param('platform')}`,
          query.search !== undefined &&
            sql`(record.name ilike ${param('search')} or record.note ilike ${param('search')})`,
        ]),
      )
      .select([...competitorColumns]),
  bySort({
    schema: Competitor,
    expressions: {
      product_slug: productSlug,
      reviews_count: reviewsCount,
      average_rating: averageRating,
    },
  }),
)

/** Returns a page of competitors. */
export const listCompetitors = list

/** Returns one competitor by id; throws `not_found`. */
export const readCompetitor = one
