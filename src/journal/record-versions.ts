import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { notFound } from '../record/fault.ts'
import { changesValue, type RecordRef } from './history.ts'
import { type HistoryEntry, listHistory } from './record-history.ts'

const batchSize = 200

/**
 * Returns the SQL of the version of a record that the same statement reads: the id of the newest history entry that changed
 * it, 0 if there is none.
 */
export function versionOf(record_type: string, id: RawBuilder<unknown>) {
  return sql<number>`(select coalesce(max(history.id), 0) from history
    where record_type = ${sql.lit(record_type)} and record_id = ${id} and ${changesValue})`
}

/** The values of a record after one of its changes. */
export type RecordVersion = { entry: HistoryEntry; values: Record<string, unknown> }

/**
 * Returns the versions of a record after the changes with these history ids, in their order. A version is rebuilt
 * from the current values, which must have been read before, by undoing every later change. Throws `not_found` if an
 * id is not in the history of the record.
 */
export async function recordVersions(
  read: Read,
  record: RecordRef,
  current: Record<string, unknown>,
  ids: readonly number[],
): Promise<RecordVersion[]> {
  const found = new Map<number, RecordVersion>()
  const values = { ...current }
  for await (const entry of newestFirst(read, record)) {
    if (ids.includes(entry.id)) found.set(entry.id, { entry, values: { ...values } })
    if (ids.every((id) => found.has(id))) break
    for (const [name, { from }] of Object.entries(entry.changes)) values[name] = from
  }
  return ids.map((id) => {
    const version = found.get(id)
    if (!version) throw notFound()
    return version
  })
}

/** Returns the changes of a record after the one with a history id, oldest first. */
export async function changesAfter(read: Read, record: RecordRef, id: number): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for await (const entry of newestFirst(read, record)) {
    if (entry.id <= id) break
    entries.push(entry)
  }
  return entries.reverse()
}

/** A field that changes have set: its value before the first of them and after the last, and that last change. */
export type FieldDifference = { before: unknown; after: unknown; last: HistoryEntry }

/** Returns what changes, oldest first, have set, by field. */
export function differencesOf(entries: readonly HistoryEntry[]): Map<string, FieldDifference> {
  const differences = new Map<string, FieldDifference>()
  for (const last of entries)
    for (const [field, { from, to }] of Object.entries(last.changes))
      differences.set(field, { before: (differences.get(field) ?? { before: from }).before, after: to, last })
  return differences
}

async function* newestFirst(read: Read, record: RecordRef): AsyncGenerator<HistoryEntry> {
  let cursor: number | undefined
  for (;;) {
    const { rows, more } = await listHistory(read, record, { per_page: batchSize, with_total: false, cursor })
    yield* rows
    if (!more) return
    cursor = rows.at(-1)?.id
  }
}
