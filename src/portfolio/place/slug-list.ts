import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { portfolioTables } from '../tables.ts'

const most = 2000

/** A record by the names it is spoken of. */
export type SlugAndName = { slug: string; name: string }

/** The slugs there are to choose from, favourites and the newest first. */
export function listProductSlugs(read: Read): Promise<SlugAndName[]> {
  return read(productSlugs({}))
}

/** The same of directions, in the order they came. */
export function listDirectionSlugs(read: Read): Promise<SlugAndName[]> {
  return read(directionSlugs({}))
}

const productSlugs = statement((_: Record<string, never>) =>
  portfolioTables
    .selectFrom('products')
    .select(['slug', 'name'])
    .orderBy('is_favorite', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(most)),
)

const directionSlugs = statement((_: Record<string, never>) =>
  portfolioTables.selectFrom('directions').select(['slug', 'name']).orderBy('id'),
)
