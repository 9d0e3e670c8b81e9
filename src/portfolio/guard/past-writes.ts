import { sql } from 'kysely'
import { param, statement } from '../../database/statement.ts'
import { changesValue, type StoredHistory } from '../../journal/history.ts'
import { isOfGuard } from '../gate/gate.ts'
import { type KindName, kindNames } from '../kinds.ts'
import { operationsOn } from '../operations.ts'
import { isUndone } from '../undone.ts'

/** The maximum number of writes that are tried. */
export const maxWrites = 10_000

/** How many days back writes are tried. */
export const pastDays = 90

// Some entries are not writes: those of directions, guards and approvals.
const maxEntries = maxWrites + 2000

/** An entry of the history of a portfolio record. */
export type PastEntry = Omit<StoredHistory, 'set_id' | 'is_folded' | 'transaction_id' | 'record_type'> & {
  record_type: KindName
}

const types = sql.join(kindNames.map((kind) => sql.lit(kind)))

/** The statement of the ids of the entries since a time, newest first. */
export const selectEntryIds = statement(
  'guards.past_entries',
  { since: '2026-08-31T00:00:00.000Z' },
  () => sql<{ id: number }>`select id from history
    where record_type in (${types}) and ${changesValue} and created_at >= ${param('since')}::timestamptz
    order by id desc limit ${sql.lit(maxEntries)}`,
)

/** The statement of entries by their ids, newest first. */
export const selectEntries = statement(
  'guards.past_writes',
  { ids: [9, 8] },
  () => sql<PastEntry>`select id, record_type, record_id, event, actor, token, approved_by, reason, changes, fields,
      surface, request_id, created_at
    from history where id = any(${param('ids')}::bigint[]) order by id desc`,
)

/** The statement of those of the entries that were undone since. */
export const selectUndone = statement(
  'guards.past_undone',
  { ids: [9, 8] },
  () =>
    sql<{
      id: number
    }>`select id from history as entry where id = any(${param('ids')}::bigint[]) and ${isUndone('entry')}`,
)

/** Returns whether guards checked an entry as a write. */
export function isWrite(entry: PastEntry): boolean {
  const { record_type, changes, fields } = entry
  if (record_type === 'direction' || Object.keys(changes).length === 0) return false
  return !isOfGuard(record_type, changes) && (fields !== null || !isUnguarded(entry))
}

// What no guard checks has no fields, as has an older write. It is a direction that was mapped to another, or the times that
// an undo sets after the fields from which they follow.
function isUnguarded({ record_type, changes, surface }: PastEntry): boolean {
  const names = Object.keys(changes)
  if (surface === 'cli' && names.every((name) => name === 'direction_id')) return true
  const settable = operationsOn(record_type).change?.body.shape ?? {}
  return names.every((name) => name.endsWith('_at') && !(name in settable))
}
