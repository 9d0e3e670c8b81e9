import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import type { RecordRef } from '../../journal/history.ts'
import { changesAfter } from '../../journal/record-versions.ts'
import { change, type Journaled } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
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
  message?: string
}

type Values = Record<string, unknown>
/** The changes that are undone together: their author, undefined if there are none, and their ids. */
type Window = { author: Provenance | undefined; inWindow: ReadonlySet<number> }

/** Undoes the changes of one record. Throws the fault of the write that fails. */
export async function undoItem(
  em: EntityManager,
  actor: Actor,
  item: UndoItem,
  window: Window,
): Promise<Outcome> {
  const outcome = (verdict: Verdict, conflicts: Conflict[] = []): Outcome => ({
    item,
    verdict,
    conflicts,
    used_by: [],
  })
  if (item.action === 'none') throw new Fault('conflict', 'Such a change cannot be undone.')
  const record = await findOrNull(em, item)
  if (item.action === 'restore') {
    if (record) return outcome('done')
    await restoreDeleted(em, actor, item.deletion)
    return outcome('possible')
  }
  if (!record) {
    if (item.action !== 'change') return outcome('done')
    return outcome('conflict', await conflictsOf(em, item, window, [null]))
  }
  if (item.action === 'change') return outcome(...(await undoFields(em, actor, item, record, window)))
  if (isEnded(item.record_type, record)) return outcome('done')
  const changed = item.fields.filter((field) => hasConflict(field, record)).map(({ name }) => name)
  if (changed.length > 0) return outcome('conflict', await conflictsOf(em, item, window, changed))
  if (item.action === 'withdraw' && window.author)
    await withdraw(em, actor, { record: item, author: window.author })
  else await removeAgain(em, actor, item)
  return outcome('possible')
}

async function undoFields(
  em: EntityManager,
  actor: Actor,
  item: UndoItem,
  record: Values,
  window: Window,
): Promise<[Verdict, Conflict[]]> {
  const settable = settableFields(item.record_type)
  const open = item.fields.filter(({ name, from }) => name in settable && !isEqual(record[name], from))
  if (open.length === 0) return ['done', []]
  const changed = open.filter((field) => hasConflict(field, record)).map(({ name }) => name)
  const chosen = open.filter(({ name }) => !changed.includes(name))
  if (chosen.length > 0) {
    await setFields(em, actor, item, Object.fromEntries(chosen.map(({ name, from }) => [name, from])))
    if (changed.length === 0) await setDerived(em, actor, item)
  }
  return changed.length === 0 ? ['possible', []] : ['conflict', await conflictsOf(em, item, window, changed)]
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
  if (!remove) throw new Fault('conflict', 'Such a record cannot be deleted.')
  await remove(em, actor, record_id)
}

function hasConflict({ name, to, isInterrupted }: FoldedField, record: Values): boolean {
  return name in record && (isInterrupted || !isEqual(record[name], to))
}

// Who changed each field last, outside the window. `null` stands for the entire record.
async function conflictsOf(
  em: EntityManager,
  { record_type, record_id }: RecordRef,
  { inWindow }: Window,
  fields: (string | null)[],
): Promise<Conflict[]> {
  const oldest = Math.min(...inWindow)
  const later = (await changesAfter(readInTransaction(em), { record_type, record_id }, oldest))
    .filter(({ id }) => !inWindow.has(id))
    .sort((one, other) => other.id - one.id)
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
