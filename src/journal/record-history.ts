import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { eitherPageOrCursor, unboundedPaging } from '../record/list/paging.ts'
import { type PageRequest, recordReads } from '../record/list/reads.ts'
import { type RecordRef, StoredHistory } from './history.ts'

/** One entry of a record's history. */
export const HistoryEntry = StoredHistory.omit({
  record_type: true,
  record_id: true,
  fields: true,
  set_id: true,
  is_folded: true,
  transaction_id: true,
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** The query of a record's history. */
export const HistoryQuery = eitherPageOrCursor(z.object(unboundedPaging))
export type HistoryQuery = z.output<typeof HistoryQuery>

const { list } = recordReads<HistoryEntry, PageRequest & RecordRef>(
  'record_history',
  { record_type: 'task', record_id: 7, cursor: '9' },
  () =>
    db
      .selectFrom('history as record')
      .where(sql<boolean>`record.record_type = ${param('record_type')}`)
      .where(sql<boolean>`record.record_id = ${param('record_id')}`)
      .select([
        'record.id',
        'record.event',
        'record.actor',
        'record.token',
        'record.approved_by',
        'record.reason',
        'record.changes',
        'record.surface',
        'record.request_id',
        'record.created_at',
      ]),
)

/** Returns a page of a record's history, newest first. */
export function listHistory(read: Read, record: RecordRef, query: HistoryQuery) {
  return list(read, { ...query, ...record })
}

/** A creation in the history. */
export type Creation = Pick<StoredHistory, 'id' | 'actor' | 'created_at'>

/** Returns the entry of the creation of a record. Undefined if it has none, such as a record that a migration inserted. */
export async function readCreation(read: Read, record: RecordRef): Promise<Creation | undefined> {
  const [entry] = await read(selectCreation(record))
  return entry
}

const selectCreation = statement('history.creation', { record_type: 'task', record_id: 7 }, () =>
  db
    .selectFrom('history')
    .select(['id', 'actor', 'created_at'])
    .where('record_type', '=', param<string>('record_type'))
    .where('record_id', '=', param<number>('record_id'))
    .where('event', '=', 'created')
    .orderBy('id')
    .limit(1),
)
