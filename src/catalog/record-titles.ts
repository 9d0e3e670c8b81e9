import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { directionIfAmbiguous } from '../portfolio/product/names.ts'
import { recordCatalog } from './record-catalog.ts'

/** A record by its type and its id or slug. */
export type RecordReference = { record_type: string; record_id: number | string }

/**
 * The current title of a record, its platform if its kind has one, and whether the record is deleted. `direction` is the
 * name of the direction of a product, or of an app, if another has the same title and platform.
 */
export type RecordTitle = {
  id: number
  title: string
  platform: string | null
  direction: string | null
  deleted: boolean
}

/** The titles of records, by the key of `recordKey`. */
export type RecordTitles = ReadonlyMap<string, RecordTitle>

// The ids and the slugs of each type, such as `product` and `product_slug`.
type Keys = Record<string, (number | string)[]>

/**
 * Returns the titles of the records that `refs` name, by one statement. The keys are those of `recordKey`, for the id and
 * for the slug. A record without a row has no entry.
 */
export async function readTitles(read: Read, refs: readonly RecordReference[]): Promise<RecordTitles> {
  if (refs.length === 0) return new Map()
  const keys: Keys = Object.fromEntries(
    [...recordCatalog.keys()].flatMap((type) => [
      [type, []],
      [`${type}_slug`, []],
    ]),
  )
  for (const { record_type, record_id } of refs)
    keys[typeof record_id === 'number' ? record_type : `${record_type}_slug`]?.push(record_id)
  const rows = await read(selectTitles(keys))
  return new Map(
    rows.flatMap(({ record_type, slug, ...found }) => {
      const byId = [recordKey({ record_type, record_id: found.id }), found] as const
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
  { signal: [1, 2], product_slug: ['qr-scanner'] },
  (_: Keys) =>
    sql<RecordTitle & { record_type: string; slug: string | null }>`${sql.join(
      [...recordCatalog].map(
        ([type, { table, title, softDeleted, hasSlug, hasPlatform }]) =>
          sql`select ${sql.lit(type)} as record_type, id, ${hasSlug ? sql`slug` : sql`null`} as slug,
            ${sql.ref(title)}::text as title, ${hasPlatform ? sql`platform` : sql`null`} as platform,
            ${directions[type] ?? sql`null`} as direction,
            ${softDeleted ? sql`deleted_at is not null` : sql`false`} as deleted
            from ${sql.table(table)} where id = any(${param(type)}::bigint[])
            ${hasSlug ? sql`or slug = any(${param(`${type}_slug`)}::text[])` : sql``}`,
      ),
      sql` union all `,
    )}`,
)
