import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, tables } from '../../database/statement.ts'
import type { StoredProduct } from './product.ts'

const selectNames = statement((_: { slugs: string[] }) =>
  tables<{ products: StoredProduct }>()
    .selectFrom('products')
    .where(sql<boolean>`slug = any(${param('slugs')}::text[])`)
    .select(['slug', 'name']),
)

/** Returns the names of products by their slugs. */
export async function readProductNames(read: Read, slugs: string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await read(selectNames({ slugs }))
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}
