import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import type { RecordRef, StoredHistory } from '../../journal/history.ts'
import { changesAfter } from '../../journal/record-versions.ts'
import { change, type Journaled } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, type Message } from '../../record/fault.ts'
import type { Provenance } from '../../record/provenance.ts'
import { findAnyRecord } from '../shown-version.ts'
import { type FoldedField, isEqual, type UndoItem } from './fold.ts'
import { recordWrites } from './record-writes.ts'
import type { Conflict } from './refusal.ts'
import { restoreDeleted } from './restore-deleted.ts'
import { setFields, settableFields } from './set-fields.ts'
import { isEnded, withdraw } from './withdraw.ts'

/** Whether a record can be undone: `done` if it is as before already, `used` if others rest on it. */
export type Verdict = 'possible' | 'done' | 'conflict' | 'used' | 'impossible'

/** What undoing did with a record, or why it did not. A field with a conflict is left out, the others are set. */
export type Outcome = {
  item: UndoItem
  verdict: Verdict
  conflicts: Conflict[]
  used_by: RecordRef[]
  message?: Message
}

/** Undoes the changes of one record by itself. */
export type Attempt = (item: UndoItem) => Promise<Outcome>

type Values = Record<string, unknown>
/** The changes that are undone together: their author, undefined if there are none, and the ids of those of the record. */
export type Together = { author: Provenance | undefined; inWindow: ReadonlySet<number> }

/** What undoing does with a record as it is now: the fields that have another value by now, and the values that it sets. */
type Judgment = { verdict: Verdict; changed: (string | null)[]; values: Values }

/** Returns what undoing would do with a record, null if there is none. A write may still refuse it. */
export function judge(item: UndoItem, record: Values | null): Judgment {
  const judgment = (verdict: Verdict, changed: (string | null)[] = [], values: Values = {}) => ({
    verdict,
    changed,
    values,
  })
  if (item.action === 'none') throw new Fault('conflict', phrase('refusal.cannotUndo'))
  if (item.action === 'restore') return judgment(record ? 'done' : 'possible')
  if (!record) return item.action === 'change' ? judgment('conflict', [null]) : judgment('done')
  if (item.action !== 'change') {
    if (isEnded(item.record_type, record)) return judgment('done')
    const changed = item.fields.filter((field) => hasConflict(field, record)).map(({ name }) => name)
    return judgment(changed.length > 0 ? 'conflict' : 'possible', changed)
  }
  const settable = settableFields(item.record_type)
  const open = item.fields.filter(({ name, from }) => name in settable && !isEqual(record[name], from))
  const changed = open.filter((field) => hasConflict(field, record)).map(({ name }) => name)
  const chosen = open.filter(({ name }) => !changed.includes(name)).map(({ name, from }) => [name, from])
  const verdict = open.length === 0 ? 'done' : changed.length > 0 ? 'conflict' : 'possible'
  return judgment(verdict, changed, Object.fromEntries(chosen))
}

/** Undoes the changes of one record. Throws the fault of the write that fails. */
export async function undoItem(
  em: EntityManager,
  actor: Actor,
  item: UndoItem,
  window: Together,
): Promise<Outcome> {
  const { verdict, changed, values } = judge(item, await findOrNull(em, item))
  if (Object.keys(values).length > 0) await setFields(em, actor, item, values)
  if (verdict === 'possible') {
    if (item.action === 'restore') await restoreDeleted(em, actor, item.deletion)
    else if (item.action === 'change') await setDerived(em, actor, item)
    else if (item.action === 'withdraw' && window.author)
      await withdraw(em, actor, { record: item, author: window.author })
    else await removeAgain(em, actor, item)
  }
  const conflicts = verdict === 'conflict' ? await conflictsOf(em, item, window, changed) : []
  return { item, verdict, conflicts, used_by: [] }
}

// The server derives these times anew, so they are set to what they were: when a signal was resolved, for example.
const isDerived = (name: string) => name.endsWith('_at')

async function setDerived(em: EntityManager, actor: Actor, item: UndoItem): Promise<void> {
  const settable = settableFields(item.record_type)
  const record = await findAnyRecord(em, item, LockMode.PESSIMISTIC_WRITE)
  const derived = item.fields.filter(
    ({ name, from }) => !(name in settable) && isDerived(name) && !isEqual(record[name], from),
  )
  if (derived.length === 0) return
  const values = Object.fromEntries(derived.map(({ name, from }) => [name, from]))
  change(em, actor, record as Values & Journaled, values, 'updated')
  await em.flush()
}

async function removeAgain(
  em: EntityManager,
  actor: Actor,
  { record_type, record_id }: RecordRef,
): Promise<void> {
  const remove = recordWrites.get(record_type)?.remove
  if (!remove) throw new Fault('conflict', phrase('refusal.cannotDelete'))
  await remove(em, actor, record_id)
}

function hasConflict({ name, to, isInterrupted }: FoldedField, record: Values): boolean {
  return name in record && (isInterrupted || !isEqual(record[name], to))
}

// Who changed each field last, outside the window.
async function conflictsOf(
  em: EntityManager,
  { record_type, record_id }: RecordRef,
  { inWindow }: Together,
  fields: (string | null)[],
): Promise<Conflict[]> {
  const oldest = Math.min(...inWindow)
  const later = (await changesAfter(readInTransaction(em), { record_type, record_id }, oldest))
    .filter(({ id }) => !inWindow.has(id))
    .sort((one, other) => other.id - one.id)
  return lastChanges(later, fields)
}

/** Returns the newest of changes, newest first, that set each field. A `null` among `fields` stands for the entire record. */
export function lastChanges(
  later: Pick<StoredHistory, 'event' | 'changes' | 'actor' | 'created_at'>[],
  fields: (string | null)[],
): Conflict[] {
  return fields.map((field) => {
    const last = later.find(({ changes, event }) => (field === null ? event === 'deleted' : field in changes))
    return { field, last: last ? { actor: last.actor, created_at: last.created_at } : null }
  })
}

async function findOrNull(em: EntityManager, record: RecordRef): Promise<Values | null> {
  try {
    return await findAnyRecord(em, record, LockMode.PESSIMISTIC_WRITE)
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}
