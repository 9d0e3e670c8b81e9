import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { oneByName, recordReads } from '../../record/list/reads.ts'
import { pagingQuery } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { canonicalDirections, Direction } from './direction.ts'

/** A direction, as answers show it. */
export const DirectionItem = Direction.pick({
  id: true,
  slug: true,
  name: true,
  description: true,
  status: true,
}).extend({
  is_canonical: z.boolean().meta({ description: 'Whether the slug is a canonical one' }),
  is_demo: z.boolean(),
  products_count: z.int().min(0),
  apps_count: z.int().min(0),
})
export type DirectionItem = z.output<typeof DirectionItem>

const computed = {
  is_canonical: sql<boolean>`record.slug = any(${canonicalDirections})`,
  products_count: sql<number>`(select count(*) from products where direction_id = record.id)`,
  apps_count: sql<number>`(select count(*) from apps left join products on products.id = apps.product_id
        where coalesce(products.direction_id, apps.direction_id) = record.id)`,
}

const select = () =>
  db
    .selectFrom('directions as record')
    .select([
      'record.id',
      'record.slug',
      'record.name',
      'record.description',
      'record.status',
      computed.is_canonical.as('is_canonical'),
      sql<boolean>`record.status = 'demo'`.as('is_demo'),
      computed.products_count.as('products_count'),
      computed.apps_count.as('apps_count'),
    ])

const selectAll = statement('directions.all', {}, () => select().orderBy('record.id'))

/** Returns every stored direction, oldest first, the canonical slugs, and the canonical slugs that are not stored. */
export async function listDirections(read: Read) {
  const directions = await read(selectAll({}))
  const stored = directions.map(({ slug }) => slug)
  const not_stored = canonicalDirections.filter((slug) => !stored.includes(slug))
  return {
    directions,
    reference: { canonical_direction_slugs: canonicalDirections },
    not_stored,
    ...(not_stored.length > 0 && { next: adviceOnMissing }),
  }
}

const adviceOnMissing =
  'The canonical slugs in not_stored have no direction. Use the nearest stored direction, or ask an operator to map the slug (portfolio-ops direction map SLUG STORED_SLUG).'

/** Query of a page of directions. */
export const DirectionQuery = z.object(pagingQuery)
export type DirectionQuery = z.output<typeof DirectionQuery>

const reads = recordReads<DirectionItem, DirectionQuery>(
  'directions',
  {},
  select,
  portfolioOrder({ schema: DirectionItem, expressions: computed }),
)

/** Returns a page of directions, newest first. */
export const listDirectionPage = reads.list

/** Returns one direction by slug or id; throws `not_found`. */
export const readDirection = oneByName('directions', select, reads.one)
