import { sql } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { day } from '../../record/day.ts'
import { Reference } from '../../record/id.ts'
import { Slug } from '../../record/slug.ts'
import { text } from '../../record/text.ts'
import type { Warning } from '../../record/warning.ts'
import { directionIdBySlug } from '../direction/alias.ts'
import { find } from '../place/find.ts'
import { renamed } from '../place/resolve.ts'
import { pagingQuery } from './paging.ts'

/** The query fields of lists of records that belong to a product or a direction. */
export const recordQuery = {
  product_slug: Slug.optional().describe('Only records of this product'),
  direction_slug: Slug.optional().describe('Only records in this direction; an old slug is accepted'),
  since: day.optional().describe('Only records created on this day or later'),
  q: text(255).optional().describe('Only records whose title contains this text'),
  ...pagingQuery,
}

/** The query fields of lists of records that may also belong to an app. */
export const placedQuery = {
  app_id: Reference.optional().describe('Only records of this app'),
  ...recordQuery,
}

type PlacedQuery = Omit<z.output<z.ZodObject<typeof placedQuery>>, keyof typeof pagingQuery>

/** Returns the conditions of these filters on the table aliased `record`. */
export function recordFilters(query: Partial<PlacedQuery>) {
  return all([
    query.product_slug !== undefined && sql`record.product_id = ${productId}`,
    query.direction_slug !== undefined && inDirection,
    query.app_id !== undefined && sql`record.app_id = ${param('app_id')}`,
    query.since !== undefined && sql`record.created_at >= ${param('since')}::timestamp at time zone 'UTC'`,
    query.q !== undefined && sql`record.title ilike ${param('q')}`,
  ])
}

/** The id of the product that the filter `product_slug` names. */
export const productId = sql<number>`(select id from products where slug = ${param('product_slug')})`

/** The id of the direction that the filter `direction_slug` names. */
export const directionId = directionIdBySlug('direction_slug')

const inDirection = sql`(record.direction_id = ${directionId}
  or record.product_id in (select id from products where direction_id = ${directionId}))`

/** A query or a row with the slugs of its product and direction. */
export type Slugged = { product_slug?: string | null | undefined; direction_slug?: string | null | undefined }

/** Returns a warning if the list is empty because no record has the slug of its filter. */
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

/** Returns a warning for each unknown slug and each old name among the filters. Queries the database only if the first row does not have the slug. */
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
