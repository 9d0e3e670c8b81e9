import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { lock } from '../database/lock.ts'
import { readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { slugOf } from '../record/slug.ts'
import { portfolioTables } from './tables.ts'

/** A slug for `name` that no other record of the table has: `skaner-qr`, else `skaner-qr-2` and so on. */
export async function freeSlug(em: EntityManager, table: 'products' | 'apps', name: string): Promise<string> {
  const slug = slugOf(name, table === 'products' ? 'product' : 'app')
  // Two records at once must not choose the same number: neither two called "x", nor "x" and "x 2".
  await lock(em, `${table}.slug:${slug.replace(/(-\d+)+$/, '')}`)
  const rows = await readInTransaction(em)(taken[table]({ slug, numbered: `^${slug}-[0-9]+$` }))
  const slugs = new Set(rows.map((row) => row.slug))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!slugs.has(candidate)) return candidate
  }
}

type Slugs = { slug: string; numbered: string }
const sameName = sql<boolean>`(slug = ${param('slug')} or slug ~ ${param('numbered')})`

const taken = {
  products: statement((_: Slugs) => portfolioTables.selectFrom('products').select('slug').where(sameName)),
  apps: statement((_: Slugs) => portfolioTables.selectFrom('apps').select('slug').where(sameName)),
}
