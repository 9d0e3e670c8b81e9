import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { directionIdBySlug } from '../portfolio/direction/alias.ts'
import { recordCatalog } from './record-catalog.ts'

/** A record that a text names. `slug` is null for a kind without slugs. */
export type NamedRecord = { id: number; slug: string | null; title: string; platform: string | null }

// The rank is 1 for the record with the slug, 2 for the one with the id, 3 for those with the name.
type Found = NamedRecord & { rank: 1 | 2 | 3 }
type Name = { record_type: string; name: string; slug: string; id: number | null }

/** The number of records of one name that are returned at most. */
const maxFound = 10

/**
 * Returns the records of a type that a text names: the one with this slug, otherwise the one with this id, otherwise
 * those with exactly this name that are not deleted, at most ten.
 */
export async function findByName(read: Read, record_type: string, text: string): Promise<NamedRecord[]> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const rows = await read(selectNamed({ record_type, name: text, slug: text.toLowerCase(), id }))
  const first = rows[0]?.rank
  return rows.filter(({ rank }) => rank === first).map(({ rank: _, ...found }) => found)
}

// A direction may also be named by an old slug.
const bySlug = (type: string) =>
  type === 'direction' ? sql`id = ${directionIdBySlug('slug')}` : sql`slug = ${param('slug')}`

// The statement has every table, so that it stays prepared. PostgreSQL reads only the table of the type.
const selectNamed = statement((_: Name) => ({
  compile: () =>
    sql<Found>`${sql.join(
      [...recordCatalog].map(([type, { table, title, softDeleted, hasSlug, hasPlatform }]) => {
        const name = sql`${sql.ref(title)}::text`
        const isLive = softDeleted ? sql`deleted_at is null` : sql`true`
        return sql`(select id, ${hasSlug ? sql`slug` : sql`null`} as slug, ${name} as title,
          ${hasPlatform ? sql`platform` : sql`null`} as platform,
          case ${hasSlug ? sql`when ${bySlug(type)} then 1` : sql``} when id = ${param('id')} then 2 else 3 end as rank
          from ${sql.table(table)} where ${param('record_type')}::text = ${sql.lit(type)}
          and (${hasSlug ? sql`${bySlug(type)} or` : sql``} id = ${param('id')}::bigint
            or (${name} = ${param('name')}::text and ${isLive}))
          order by rank, id limit ${sql.lit(maxFound)})`
      }),
      sql` union all `,
    )}`.compile(tables()),
}))
