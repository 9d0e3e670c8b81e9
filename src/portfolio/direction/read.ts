import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { portfolioTables } from '../tables.ts'
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

/** Returns every stored direction, oldest first, and the canonical slugs. */
export async function listDirections(read: Read) {
  const rows = await read(list({}))
  const directions: DirectionItem[] = rows.map((row) => ({
    ...row,
    is_canonical: canonicalDirections.includes(row.slug),
    is_demo: row.status === 'demo',
  }))
  return { directions, reference: { canonical_direction_slugs: canonicalDirections } }
}

const list = statement((_: Record<string, never>) =>
  portfolioTables
    .selectFrom('directions as record')
    .select([
      'record.id',
      'record.slug',
      'record.name',
      'record.description',
      'record.status',
      sql<number>`(select count(*) from products where direction_id = record.id)`.as('products_count'),
      sql<number>`(select count(*) from apps left join products on products.id = apps.product_id
        where coalesce(products.direction_id, apps.direction_id) = record.id)`.as('apps_count'),
    ])
    .orderBy('record.id'),
)
