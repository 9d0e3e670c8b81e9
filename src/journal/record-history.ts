import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { eitherPageOrCursor, unboundedPaging } from '../record/list/paging.ts'
import { type PageRequest, recordReads } from '../record/list/reads.ts'
import { type RecordRef, StoredHistory } from './history.ts'

/** One entry of a record's history. */
export const HistoryEntry = StoredHistory.omit({ record_type: true, record_id: true, transaction_id: true })
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
