import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import type { RecordRef } from '../journal/history.ts'
import { recordCatalog } from './record-catalog.ts'

/** The current title of a record, and whether the record is deleted. */
export type RecordTitle = { title: string; deleted: boolean }

/** The titles of records, by the key of `recordKey`. */
export type RecordTitles = ReadonlyMap<string, RecordTitle>

type Ids = Record<string, number[]>

/**
 * Returns the titles of the records that `refs` name, by one statement. The keys are those of `recordKey`. A record
 * without a row has no entry.
 */
export async function readTitles(read: Read, refs: readonly RecordRef[]): Promise<RecordTitles> {
  if (refs.length === 0) return new Map()
  const ids: Ids = Object.fromEntries([...recordCatalog.keys()].map((type) => [type, []]))
  for (const { record_type, record_id } of refs) ids[record_type]?.push(record_id)
  const rows = await read(selectTitles(ids))
  return new Map(rows.map(({ title, deleted, ...ref }) => [recordKey(ref), { title, deleted }]))
}

/** Returns the key of a record in the titles: `product:7`. */
export function recordKey({ record_type, record_id }: RecordRef): string {
  return `${record_type}:${record_id}`
}

// The statement has every table, so that it is the same for every page and stays prepared.
const selectTitles = statement((_: Ids) => ({
  compile: () =>
    sql<RecordRef & RecordTitle>`${sql.join(
      [...recordCatalog].map(
        ([type, { table, title, softDeleted }]) =>
          sql`select ${sql.lit(type)} as record_type, id as record_id, ${sql.ref(title)}::text as title,
            ${softDeleted ? sql`deleted_at is not null` : sql`false`} as deleted
            from ${sql.table(table)} where id = any(${param(type)}::bigint[])`,
      ),
      sql` union all `,
    )}`.compile(tables()),
}))
