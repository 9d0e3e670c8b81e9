import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { keyInParentheses, withKey } from '../record/keyed-name.ts'
import { recordCatalog } from './record-catalog.ts'

/** A record that a text names. `slug` is null for a kind without slugs. */
export type NamedRecord = { id: number; slug: string | null; title: string; platform: string | null }

type Found = NamedRecord & { old_slugs: string[]; deleted: boolean }
type Texts = { record_type: string; names: string[]; slugs: string[]; ids: number[] }

/** The number of records that are found at most, those with one of the slugs or ids first. */
const maxFound = 50

/** Returns the records that a text may mean, as `findByNames` does. */
export async function findByName(read: Read, record_type: string, text: string): Promise<NamedRecord[]> {
  return (await findByNames(read, record_type, [text])).get(text) ?? []
}

/**
 * Returns the records that each text may mean: those whose slug or id it is, those with exactly this name, and the one
 * whose name and key it is, as in `Scanner (scanner-2)`. Deleted records only if there are no others.
 */
async function findByNames(
  read: Read,
  record_type: string,
  texts: string[],
): Promise<Map<string, NamedRecord[]>> {
  const keys = texts.flatMap((text) => [text, keyInParentheses(text) ?? []].flat())
  const rows = await read(
    selectNamed({
      record_type,
      names: texts,
      slugs: keys.map((key) => key.toLowerCase()),
      ids: keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number),
    }),
  )
  return new Map(
    texts.map((text) => {
      const found = rows.filter((row) => isMeant(row, text))
      const live = found.filter(({ deleted }) => !deleted)
      return [
        text,
        (live.length > 0 ? live : found).map(({ old_slugs: _, deleted: __, ...record }) => record),
      ]
    }),
  )
}

function isMeant({ id, slug, old_slugs, title, deleted }: Found, text: string): boolean {
  const keys = [...(slug === null ? [] : [slug, ...old_slugs]), String(id)]
  if (keys.includes(text.toLowerCase()) || (title === text && !deleted)) return true
  return keys.some((key) => withKey(title, key) === text)
}

/** Returns the text that means each record and no other: its name, followed by its slug or id if the name is ambiguous. */
export async function unambiguousNames(
  read: Read,
  record_type: string,
  records: readonly Omit<NamedRecord, 'platform'>[],
): Promise<string[]> {
  const found = await findByNames(
    read,
    record_type,
    records.map(({ title }) => title),
  )
  return records.map(({ id, slug, title }) => {
    const [meant, another] = found.get(title) ?? []
    return meant?.id === id && !another ? title : withKey(title, slug ?? id)
  })
}

// The statement has every table, so that it stays prepared. PostgreSQL reads only the table of the type. A direction
// may also be named by an old slug.
const selectNamed = statement(
  'records.by_name',
  { record_type: 'product', slugs: ['qr-scanner'], ids: [7], names: ['QR Scanner'] },
  (_: Texts) =>
    sql<Found>`${sql.join(
      [...recordCatalog].map(([type, { table, title, softDeleted, hasSlug, hasPlatform }]) => {
        const name = sql`${sql.ref(title)}::text`
        const aliases = sql`select slug from direction_aliases where direction_id = directions.id`
        const hasAlias = sql`id in (select direction_id from direction_aliases where slug = any(${param('slugs')}))`
        return sql`(select id, ${hasSlug ? sql`slug` : sql`null`} as slug, ${name} as title,
          ${hasPlatform ? sql`platform` : sql`null`} as platform,
          ${type === 'direction' ? sql`array(${aliases})` : sql`'{}'::text[]`} as old_slugs,
          ${softDeleted ? sql`deleted_at is not null` : sql`false`} as deleted
          from ${sql.table(table)} where ${param('record_type')}::text = ${sql.lit(type)}
          and (${hasSlug ? sql`slug = any(${param('slugs')}::text[]) or` : sql``}
            ${type === 'direction' ? sql`${hasAlias} or` : sql``}
            id = any(${param('ids')}::bigint[]) or ${name} = any(${param('names')}::text[]))
          order by ${name} = any(${param('names')}::text[]), ${softDeleted ? sql`deleted_at is not null,` : sql``} id
          limit ${sql.lit(maxFound)})`
      }),
      sql` union all `,
    )}`,
)
