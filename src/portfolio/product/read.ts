import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { oneByName, recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { aliasOf } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { containsPattern } from '../../record/text-search.ts'
import { DirectionSlug } from '../direction/direction.ts'
import { directionId, ownSlugWarnings, pagingQuery, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { isUntouched, untouchedDays } from '../untouched.ts'
import { isUnresolved } from '../urgency.ts'
import { portfolioStatuses, productFocuses } from '../vocabulary.ts'
import { StoredProduct } from './product.ts'

/** A product, as answers show it: its fields, its direction and the number of its apps and unresolved signals. */
export const Product = StoredProduct.extend({
  direction_slug: DirectionSlug,
  direction: z
    .strictObject({ id: z.int(), slug: z.string(), name: z.string() })
    .meta({ examples: [{ id: 1, slug: 'documents-qr', name: 'Documents and QR' }] }),
  apps_count: z.int().min(0),
  open_signals_count: z.int().min(0).describe('Signals that are neither resolved nor dismissed'),
})
export type Product = z.output<typeof Product>

/** Query of the product list. */
export const ProductQuery = z.object({
  direction_slug: DirectionSlug.optional()
    .describe('Only products in this direction; an old slug is accepted')
    .register(translations, { ru: 'Только продукты этого направления; прежний slug тоже подходит' }),
  portfolio_status: enumOf(portfolioStatuses).optional(),
  status: aliasOf('portfolio_status', enumOf(portfolioStatuses)),
  product_focus: enumOf(productFocuses).optional(),
  is_favorite: boolean
    .optional()
    .describe('1: only favorites; 0: only the others')
    .register(translations, { ru: 'Да: только избранные; нет: только остальные' }),
  untouched: boolean
    .optional()
    .describe(
      `1: only products of the status core or next that have not been changed for ${untouchedDays} days, nor any of their records; 0: only the others`,
    )
    .register(translations, {
      ru: `Да: только основные и следующие продукты, которые ${untouchedDays} дней не менялись, как и их записи; нет: только остальные`,
    }),
  slug: Slug.optional()
    .describe('Only the product with this slug')
    .register(translations, { ru: 'Только продукт с этим slug' }),
  name: text(255)
    .optional()
    .describe('Only products whose name contains this text')
    .register(translations, { ru: 'Только продукты, в названии которых есть этот текст' }),
  q: text(255)
    .optional()
    .describe('Only products whose name, slug or summary contains this text')
    .register(translations, { ru: 'Только продукты, в названии, slug или описании которых есть этот текст' }),
  ...pagingQuery,
})
export type ProductQuery = z.output<typeof ProductQuery>

const counts = {
  apps_count: sql<number>`(select count(*) from apps where product_id = record.id)`,
  open_signals_count: sql<number>`(select count(*) from signals where product_id = record.id and ${isUnresolved})`,
}

const columns = [
  ...qualifiedColumns('record', StoredProduct),
  sql<string>`direction.slug`.as('direction_slug'),
  sql<
    Product['direction']
  >`json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name)`.as('direction'),
  counts.apps_count.as('apps_count'),
  counts.open_signals_count.as('open_signals_count'),
] as const

const anywhere = sql`(record.name ilike ${param('q')} or record.slug ilike ${param('q')}
  or record.summary ilike ${param('q')})`

const select = (query: Partial<ProductQuery>) =>
  db
    .selectFrom('products as record')
    // LEFT, although every product has a direction: PostgreSQL then removes the join from the row count.
    .leftJoin('directions as direction', 'direction.id', 'record.direction_id')
    .where(
      all([
        query.direction_slug !== undefined && sql`record.direction_id = ${directionId}`,
        query.portfolio_status !== undefined && sql`record.portfolio_status = ${param('portfolio_status')}`,
        query.status !== undefined && sql`record.portfolio_status = ${param('status')}`,
        query.product_focus !== undefined && sql`record.product_focus = ${param('product_focus')}`,
        query.is_favorite !== undefined && sql`record.is_favorite = ${param('is_favorite')}`,
        query.untouched !== undefined &&
          (query.untouched ? isUntouched('record') : sql`not ${isUntouched('record')}`),
        query.slug !== undefined && sql`record.slug = ${param('slug')}`,
        query.name !== undefined && sql`record.name ilike ${param('name')}`,
        query.q !== undefined && anywhere,
      ]),
    )
    .select([...columns])

const reads = recordReads<Product, ProductQuery>(
  'products',
  { direction_slug: 'utilities', name: '%scan%' },
  select,
  portfolioOrder({
    schema: Product,
    expressions: { ...counts, direction: sql.ref('direction.name') },
    literals: ['untouched'],
  }),
)
const list = withSlugWarnings(reads.list)

/** Returns a page of products, newest first. */
export async function listProducts(read: Read, query: ProductQuery) {
  const name = query.name === undefined ? undefined : containsPattern(query.name)
  const page = await list(read, { ...query, name })
  const warnings = await ownSlugWarnings(read, 'product', query.slug, page.rows)
  return { ...page, warnings: [...page.warnings, ...warnings] }
}

/** Returns one product by slug or id; throws `not_found`. */
export const readProduct = oneByName('products', () => select({}), reads.one)

/** The name of the direction of a row of `products`, if another product has the same name. Otherwise null. */
export const directionIfAmbiguous = sql<string | null>`case when lower(products.name) in (
    select lower(name) from products group by lower(name) having count(*) > 1
  ) then (select name from directions where id = products.direction_id) end`

const selectNames = statement('products.names', { slugs: ['qr-scanner'] }, () =>
  db
    .selectFrom('products')
    .where(sql<boolean>`slug = any(${param('slugs')}::text[])`)
    .select(['slug', 'name', directionIfAmbiguous.as('direction')]),
)

/** Returns the names of products by their slugs. A name that several have is followed by the direction. */
export async function readProductNames(read: Read, slugs: string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await read(selectNames({ slugs }))
  return new Map(rows.map(({ slug, name, direction }) => [slug, direction ? `${name} (${direction})` : name]))
}
