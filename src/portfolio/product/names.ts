import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'

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
