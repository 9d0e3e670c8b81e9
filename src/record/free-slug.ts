import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { lock } from '../database/lock.ts'
import { type Read, readInTransaction } from '../database/read.ts'
import { statementOf } from '../database/statement.ts'
import { db } from '../database/tables.ts'

type SluggedTable = 'products' | 'apps' | 'services'

/** The slugs that a series of new records may not have, and the number to try next for each repeated slug. */
export type TakenSlugs = { slugs: Set<string>; next: Map<string, number> }

/**
 * Returns a slug for `name` that no other row of the table has: `skaner-qr`, or else `skaner-qr-2` and so on.
 * `fallback` is the slug of a name without letters or digits. The slug is reserved until the end of the
 * transaction.
 */
export async function freeSlug(
  em: EntityManager,
  table: SluggedTable,
  name: string,
  fallback: string,
): Promise<string> {
  // Loaded when it is first used: loading its library takes 35 ms, which would delay every start.
  const { slugOf } = await import('./slug-of.ts')
  const slug = slugOf(name, fallback)
  // Concurrent transactions must not choose the same slug, neither for two records named "x" nor for "x" and
  // "x 2", so both names take the same lock.
  await lock(em, `${table}.slug:${slug.replace(/(-\d+)+$/, '')}`)
  const query = db
    .selectFrom(table)
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', '~', `^${slug}-[0-9]+$`)]))
  const rows = await readInTransaction(em)(statementOf(query))
  return firstFree(slug, { slugs: new Set(rows.map((row) => row.slug)), next: new Map() })
}

/**
 * Returns a slug for each of several names, like `freeSlug`, and adds them to those that are taken. The slugs are not
 * reserved: the unique index rejects one that another transaction takes first.
 */
export async function freeSlugs(
  read: Read,
  table: SluggedTable,
  names: string[],
  fallback: string,
  taken: TakenSlugs,
): Promise<string[]> {
  if (names.length === 0) return []
  const { slugOf } = await import('./slug-of.ts')
  const slugs = names.map((name) => slugOf(name, fallback))
  const query = db
    .selectFrom(table)
    .select('slug')
    .where(
      sql<boolean>`(slug = any(${slugs}::text[]) or regexp_replace(slug, '-[0-9]+$', '') = any(${slugs}::text[]))`,
    )
  const rows = await read(statementOf(query))
  for (const { slug } of rows) taken.slugs.add(slug)
  return slugs.map((slug) => {
    const free = firstFree(slug, taken)
    taken.slugs.add(free)
    return free
  })
}

function firstFree(slug: string, { slugs, next }: TakenSlugs): string {
  for (let number = next.get(slug) ?? 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (slugs.has(candidate)) continue
    next.set(slug, number)
    return candidate
  }
}
