import { type RawBuilder, sql } from 'kysely'
import { namedUser } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { directionIfAmbiguous } from '../portfolio/product/read.ts'
import { operationCount } from '../portfolio/proposal/inbox.ts'
import { inOneLine, keyInParentheses, withKey } from '../record/named.ts'
import { toStorable } from '../record/rules/text.ts'
import { recordCatalog } from './record-catalog.ts'

/** A record by its type and its id or slug. A `person` is the user whom a text such as an owner names. */
export type RecordReference = { record_type: string; record_id: number | string }

/**
 * The current title of a record, its platform if its kind has one, and whether the record is deleted. `direction` is the
 * name of the direction of a product, or of an app, if another has the same title and platform. `operations` is how many
 * operations a proposal of a batch has: its title says only that.
 */
export type RecordTitle = {
  id: number
  title: string
  platform: string | null
  direction: string | null
  operations: number | null
  deleted: boolean
}

/** The titles of records, by the key of `recordKey`. */
export type RecordTitles = ReadonlyMap<string, RecordTitle>

// The ids and the slugs of each type, such as `product` and `product_slug`.
type Keys = Record<string, (number | string)[]>

/**
 * Returns the titles of the records that `refs` name, by one statement. The keys are those of `recordKey`, for the id and
 * for the slug. A record without a row and a text that names no user have no entry.
 */
export async function readTitles(read: Read, refs: readonly RecordReference[]): Promise<RecordTitles> {
  if (refs.length === 0) return new Map()
  const keys: Keys = Object.fromEntries(
    [...recordCatalog.keys(), 'person'].flatMap((type) => [
      [type, []],
      [`${type}_slug`, []],
    ]),
  )
  for (const { record_type, record_id } of refs)
    if (typeof record_id === 'number') keys[record_type]?.push(record_id)
    else keys[`${record_type}_slug`]?.push(toStorable(record_id))
  const rows = await read(selectTitles(keys))
  return new Map(
    rows.flatMap(({ record_type, slug, ...found }) => {
      const byId = [recordKey({ record_type, record_id: found.id }), found] as const
      // The text of a person may be the id of another user.
      if (record_type === 'person') return [[recordKey({ record_type, record_id: `${slug}` }), found]]
      return slug === null ? [byId] : [byId, [recordKey({ record_type, record_id: slug }), found] as const]
    }),
  )
}

/** Returns the key of a record in the titles: `product:7`, or `product:skaner-qr` for a slug. */
export function recordKey({ record_type, record_id }: RecordReference): string {
  return `${record_type}:${record_id}`
}

const directions: Record<string, RawBuilder<string | null>> = {
  product: directionIfAmbiguous,
  app: sql`case when (lower(name), platform) in (
      select lower(name), platform from apps group by lower(name), platform having count(*) > 1
    ) then (select name from directions where id = coalesce(
      (select direction_id from products where id = apps.product_id), apps.direction_id)) end`,
}

// The statement has every table, so that it is the same for every page and stays prepared.
const selectTitles = statement(
  'records.titles',
  { signal: [1, 2], product_slug: ['qr-scanner'], person_slug: ['Anna'] },
  (_: Keys) =>
    sql<RecordTitle & { record_type: string; slug: string | null }>`${sql.join(
      [...recordCatalog].map(
        ([type, { table, title, softDeleted, hasSlug, hasPlatform }]) =>
          sql`select ${sql.lit(type)} as record_type, id, ${hasSlug ? sql`slug` : sql`null`} as slug,
            ${sql.ref(title)}::text as title, ${hasPlatform ? sql`platform` : sql`null`} as platform,
            ${directions[type] ?? sql`null`} as direction,
            ${type === 'proposal' ? operationCount : sql`null::int`} as operations,
            ${softDeleted ? sql`deleted_at is not null` : sql`false`} as deleted
            from ${sql.table(table)} where id = any(${param(type)}::bigint[])
            ${hasSlug ? sql`or slug = any(${param(`${type}_slug`)}::text[])` : sql``}`,
      ),
      sql` union all `,
    )}
    union all
    select 'person', ("user"->>'id')::bigint, owner, "user"->>'name', null, null, null, false from (
      select owner, ${namedUser('owner')} as "user" from unnest(${param('person_slug')}::text[]) as record (owner)
    ) as person where "user" is not null`,
)

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
  const names = texts.map(toStorable)
  const keys = names.flatMap((text) => [text, keyInParentheses(text) ?? []].flat())
  const rows = await read(
    selectNamed({
      record_type,
      names,
      slugs: keys.map((key) => key.toLowerCase()),
      ids: keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number),
    }),
  )
  return new Map(
    texts.map((text) => {
      const chosen = rows.filter((row) => isChosen(row, text))
      const found = chosen.length > 0 ? chosen : rows.filter((row) => isMeant(row, text))
      const live = found.filter(({ deleted }) => !deleted)
      return [
        text,
        (live.length > 0 ? live : found).map(({ old_slugs: _, deleted: __, ...record }) => record),
      ]
    }),
  )
}

function isMeant({ id, slug, old_slugs, title, deleted }: Found, text: string): boolean {
  return keysOf({ id, slug, old_slugs }).includes(text.toLowerCase()) || (title === text && !deleted)
}

// A name with a key means this record, even if it is the name of another: a form shows a stored reference like this.
function isChosen({ title, ...record }: Found, text: string): boolean {
  return keysOf(record).some((key) => withKey(title, key) === inOneLine(text))
}

function keysOf({ id, slug, old_slugs }: Pick<Found, 'id' | 'slug' | 'old_slugs'>): string[] {
  return [...(slug === null ? [] : [slug, ...old_slugs]), String(id)]
}

/**
 * Returns the text that means each record and no other: its name, followed by its slug or id if the name is ambiguous or
 * has several lines, which a control of one line cannot hold.
 */
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
    const isClear = meant?.id === id && !another && title === inOneLine(title)
    return isClear ? title : withKey(title, slug ?? id)
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
