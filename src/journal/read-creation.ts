import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { RecordRef, StoredHistory } from './history.ts'

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
