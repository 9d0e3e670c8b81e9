import type { EntityManager } from '@mikro-orm/postgresql'
import { lock } from '../database/lock.ts'
import { readInTransaction } from '../database/read.ts'

/**
 * Returns a slug for `name` that no other row of the table has: `skaner-qr`, or else `skaner-qr-2` and so on.
 * `fallback` is the slug of a name without letters or digits. The slug is reserved until the end of the
 * transaction.
 */
export async function freeSlug(
  em: EntityManager,
  table: 'products' | 'apps' | 'services',
  name: string,
  fallback: string,
): Promise<string> {
  // Loaded when it is first used: loading its library takes 35 ms, which would delay every start.
  const { slugOf } = await import('./slug-of.ts')
  const slug = slugOf(name, fallback)
  // Concurrent transactions must not choose the same slug, neither for two records named "x" nor for "x" and
  // "x 2", so both names take the same lock.
  await lock(em, `${table}.slug:${slug.replace(/(-\d+)+$/, '')}`)
  const rows = await readInTransaction(em)<{ slug: string }>({
    text: `select slug from ${table} where slug = $1 or slug ~ $2`,
    values: [slug, `^${slug}-[0-9]+$`],
  })
  const taken = new Set(rows.map((row) => row.slug))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
