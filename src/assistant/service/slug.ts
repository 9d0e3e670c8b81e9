import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { slugOf } from '../../record/slug.ts'
import { assistantTables } from '../tables.ts'

/** A slug for `name` that no other service has: `shop`, else `shop-2` and so on. */
export async function freeSlug(em: EntityManager, name: string): Promise<string> {
  const slug = slugOf(name, 'service')
  // Two services at once must not choose the same number: neither two called "x", nor "x" and "x 2".
  await lock(em, `services.slug:${slug.replace(/(-\d+)+$/, '')}`)
  const rows = await readInTransaction(em)(taken({ slug, numbered: `^${slug}-[0-9]+$` }))
  const slugs = new Set(rows.map((row) => row.slug))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!slugs.has(candidate)) return candidate
  }
}

const taken = statement((_: { slug: string; numbered: string }) =>
  assistantTables
    .selectFrom('services')
    .select('slug')
    .where(sql<boolean>`(slug = ${param('slug')} or slug ~ ${param('numbered')})`),
)
