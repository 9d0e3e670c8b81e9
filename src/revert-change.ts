import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from './access/actor.ts'
import { requireAuthor, requireWriter } from './access/policy.ts'
import { type Read, readInTransaction } from './database/read.ts'
import { param, statement, tables } from './database/statement.ts'
import type { StoredHistory } from './journal/history.ts'
import { Fault, notFound } from './record/fault.ts'
import { lockLinks } from './record/lock-links.ts'
import { lockRecord } from './record/lock-record.ts'
import { recordCatalog } from './record-catalog.ts'

/** The events whose fields can be set back. */
const revertible = ['updated', 'status_changed', 'owner_changed']

type Entry = Pick<StoredHistory, 'id' | 'actor' | 'record_type' | 'record_id' | 'event' | 'changes'>
type Values = Record<string, unknown>

/** A field that was changed again: what the revert would set, what the change had set, and what it is now. */
type RevertConflict = { reverted_to: unknown; was: unknown; now: unknown }

/** Changes a record as any other change does, with history. */
type Write<T> = (record_type: string, record_id: number, values: Values) => Promise<T>

/**
 * Returns the values that set the fields of a history entry back, by name. Empty if the entry cannot be reverted.
 * Fields that the server derives, such as `resolved_at`, follow from the others and are not among them.
 */
export function revertedValues({
  record_type,
  event,
  changes,
}: Pick<Entry, 'record_type' | 'event' | 'changes'>): Values {
  const settable = recordCatalog.get(record_type)?.settable.shape ?? {}
  if (!revertible.includes(event)) return {}
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { from }]) => (name in settable ? [[name, from]] : [])),
  )
}

/**
 * Reverts one change: locks the record and calls `write` with the previous values. Active admins may
 * revert every change, active managers their own.
 *
 * @throws Fault `not_found` if the entry or its record does not exist; `conflict` if the entry cannot be reverted, or
 * if a field was changed again since. Then `comparison` in its details has a `RevertConflict` for each such field
 */
export async function revertChange<T>(
  em: EntityManager,
  actor: Actor,
  historyId: number,
  write: Write<T>,
): Promise<T> {
  requireWriter(actor)
  const read = readInTransaction(em)
  const [entry] = await read(selectEntry({ id: historyId }))
  const kind = entry && recordCatalog.get(entry.record_type)
  if (!kind) throw notFound()
  requireAuthor(actor, entry.actor)
  const values = revertedValues(entry)
  if (Object.keys(values).length === 0) throw new Fault('conflict', notRevertible(entry))
  const { record_id: id, record_type } = entry
  await lockLinks(em, record_type, values)
  const live = kind.softDeleted ? { deleted_at: null } : {}
  const record: Values = await lockRecord(em, kind.entity, { id, ...live })
  const comparison = await compare(read, entry, values, record)
  if (Object.keys(comparison).length > 0)
    throw new Fault('conflict', changedSince(Object.keys(comparison)), undefined, { comparison })
  return write(record_type, id, values)
}

function notRevertible({ event }: Entry): string {
  return revertible.includes(event)
    ? 'This change cannot be reverted. It set no field that a user may set.'
    : `Only changed fields can be reverted. This entry is "${event}".`
}

function changedSince(names: string[]): string {
  return `Changed again since: ${names.join(', ')}. Compare the values, then edit the record.`
}

// The current value is compared too, for a field that was changed by SQL, without history.
async function compare(read: Read, { changes, ...entry }: Entry, values: Values, record: Values) {
  const rows = await read(selectLaterFields(entry))
  const later = new Set(rows.map(({ field }) => field))
  const comparison: Record<string, RevertConflict> = {}
  for (const [field, reverted_to] of Object.entries(values)) {
    const [was, now] = [changes[field]?.to, record[field] ?? null]
    if (later.has(field) || !isDeepStrictEqual(now, was)) comparison[field] = { reverted_to, was, now }
  }
  return comparison
}

const db = tables<{ history: StoredHistory }>()

const selectEntry = statement((_: { id: number }) =>
  db
    .selectFrom('history')
    .select(['id', 'actor', 'record_type', 'record_id', 'event', 'changes'])
    .where('id', '=', param<number>('id')),
)

const selectLaterFields = statement((_: Pick<Entry, 'id' | 'record_type' | 'record_id'>) =>
  db
    .selectFrom('history')
    .select(sql<string>`jsonb_object_keys(changes)`.as('field'))
    .distinct()
    .where('record_type', '=', param<string>('record_type'))
    .where('record_id', '=', param<number>('record_id'))
    .where('id', '>', param<number>('id')),
)
