import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'

const maxSlugs = 2000

/** A record by its slug and its name. */
export type SlugAndName = { slug: string; name: string }

/** Returns the slugs and names of the products: favorites first, then newest first; 2,000 at most. */
export function listProductSlugs(read: Read): Promise<SlugAndName[]> {
  return read(productSlugs({}))
}

/** Returns the slugs and names of the directions, oldest first. */
export function listDirectionSlugs(read: Read): Promise<SlugAndName[]> {
  return read(directionSlugs({}))
}

/** Returns the slugs and names of the apps, newest first; 2,000 at most. */
export function listAppSlugs(read: Read): Promise<SlugAndName[]> {
  return read(appSlugs({}))
}

const productSlugs = statement('slugs.products', {}, () =>
  db
    .selectFrom('products')
    .select(['slug', 'name'])
    .orderBy('is_favorite', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(maxSlugs)),
)

const directionSlugs = statement('slugs.directions', {}, () =>
  db.selectFrom('directions').select(['slug', 'name']).orderBy('id'),
)

const appSlugs = statement('slugs.apps', {}, () =>
  db.selectFrom('apps').select(['slug', 'name']).orderBy('id', 'desc').limit(sql.lit<number>(maxSlugs)),
)
