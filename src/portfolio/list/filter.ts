import { sql } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { day } from '../../record/day.ts'
import { Reference } from '../../record/id.ts'
import { Slug } from '../../record/slug.ts'
import { text } from '../../record/text.ts'
import type { Warning } from '../../record/warning.ts'
import { find } from '../place/find.ts'
import { renamed } from '../place/resolve.ts'
import { pagingQuery } from './paging.ts'

/** The filters of every list of records that hang on a product or a direction. */
export const recordQuery = {
  product_slug: Slug.optional().describe('Only what is about this product'),
  direction_slug: Slug.optional().describe(
    'Only what is in this direction; an old slug of it is read as well',
  ),
  since: day.optional().describe('Only what was created on this day or later'),
  q: text(255).optional().describe('Only what has this text in its title'),
  ...pagingQuery,
}

/** The filters of those that may be about an app as well. */
export const placedQuery = {
  app_id: Reference.optional().describe('Only what is about this app'),
  ...recordQuery,
}

type PlacedQuery = Omit<z.output<z.ZodObject<typeof placedQuery>>, keyof typeof pagingQuery>

/** Their conditions on the table that is aliased `record`. */
export function recordFilters(query: Partial<PlacedQuery>) {
  return all([
    query.product_slug !== undefined && sql`record.product_id = ${productId}`,
    query.direction_slug !== undefined && inDirection,
    query.app_id !== undefined && sql`record.app_id = ${param('app_id')}`,
    query.since !== undefined && sql`record.created_at >= ${param('since')}::timestamp at time zone 'UTC'`,
    query.q !== undefined && sql`record.title ilike ${param('q')}`,
  ])
}

/** The product, or the direction by its current name or an old one, that the filters name. */
const productId = sql<number>`(select id from products where slug = ${param('product_slug')})`
export const directionId = sql<number>`coalesce(
  (select id from directions where slug = ${param('direction_slug')}),
  (select direction_id from direction_aliases where slug = ${param('direction_slug')}))`

const inDirection = sql`(record.direction_id = ${directionId}
  or record.product_id in (select id from products where direction_id = ${directionId}))`

/** What may say which product and direction it is about. */
export type Slugged = { product_slug?: string | null | undefined; direction_slug?: string | null | undefined }

/** Tells the caller that no record of the kind it lists has the slug it asked for. */
export async function ownSlugWarnings(
  read: Read,
  kind: 'product' | 'app',
  slug: string | undefined,
  rows: unknown[],
): Promise<Warning[]> {
  if (slug === undefined || rows.length > 0) return []
  const [found] = await read(find[kind]({ slug }))
  return found ? [] : [unknownSlug('slug', kind, slug)]
}

/** Tells the caller of a slug that nothing has, and of an old name. Asks the database only where it must. */
export async function slugWarnings(read: Read, query: Slugged, rows: Slugged[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const kind of ['product', 'direction'] as const) {
    const slug = query[`${kind}_slug`]
    if (slug == null || rows[0]?.[`${kind}_slug`] === slug) continue
    const [found] = await read(find[kind]({ slug }))
    const field = `${kind}_slug`
    if (!found) warnings.push(unknownSlug(field, kind, slug))
    else if (found.slug !== slug) warnings.push(renamed(field, slug, found.slug))
  }
  return warnings
}

function unknownSlug(field: string, kind: string, slug: string): Warning {
  return { field, message: `There is no ${kind} with the slug "${slug}".` }
}
