import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { authorId, requireAdministrator, requireOwner, requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { MikroORM } from '../../database/transaction.ts'
import type { StoredHistory } from '../../journal/history.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { anotherVersion, Fault, notFound } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-record.ts'
import { adminOnlyTypes, recordCatalog } from '../record-catalog.ts'
import { findAnyRecord, readVersion } from '../shown-version.ts'
import { type SetRecord, setFields, settableFields } from './set-fields.ts'

/** The events whose fields can be set back. */
const revertible = ['updated', 'status_changed', 'owner_changed', 'archived', 'restored', 'retracted']

type Entry = Pick<StoredHistory, 'id' | 'actor' | 'record_type' | 'record_id' | 'event' | 'changes'>
type Values = Record<string, unknown>

/** A field of a change: the value that the revert would set, the value that the change set, and the present value. */
export type RevertedField = { reverted_to: unknown; was: unknown; now: unknown }

/** What the person decided on: the version of the record that was shown, and the fields that were ticked. */
type Decision = { version: number | undefined; ticked: readonly string[] }

/**
 * Returns the values that set the fields of a history entry back, by name. Empty if the entry cannot be reverted.
 * Fields that the server derives, such as `resolved_at`, follow from the others and are not among them.
 */
export function revertedValues({
  record_type,
  event,
  changes,
}: Pick<Entry, 'record_type' | 'event' | 'changes'>): Values {
  const settable = settableFields(record_type)
  if (!revertible.includes(event)) return {}
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { from }]) => (name in settable ? [[name, from]] : [])),
  )
}

/**
 * Returns whether a field still has the value that the change gave it. It is reverted whatever happened between; any
 * other field only if the person ticks it.
 */
export function hasChangedValue({ was, now }: RevertedField): boolean {
  return isDeepStrictEqual(now, was)
}

/**
 * Returns the fields that the revert of a change would set, by name. Empty if the entry cannot be reverted.
 *
 * @throws Fault `not_found` if the record does not exist
 */
export async function readRevertedFields(
  orm: MikroORM,
  entry: Entry,
): Promise<Record<string, RevertedField>> {
  return comparedFields(entry, await findAnyRecord(orm.em.fork(), entry))
}

/**
 * Reverts one change: sets the previous values of the fields that still have the value of the change, and of those that
 * the person ticked. Active admins may revert every change, active managers their own.
 *
 * @throws Fault `not_found` if the entry or its record does not exist; `conflict` if the entry cannot be reverted, as
 * `isAnotherVersion` if one of the fields was changed after `version`, and with `tick` in its details if every field was
 * changed again and none is ticked
 */
export async function revertChange(
  em: EntityManager,
  actor: Actor,
  historyId: number,
  { version, ticked }: Decision,
): Promise<SetRecord> {
  requireWriter(actor)
  const read = readInTransaction(em)
  const [entry] = await read(selectEntry({ id: historyId }))
  if (!entry || !recordCatalog.has(entry.record_type)) throw notFound()
  requireOwner(actor, authorId(entry.actor))
  requireVisible(actor, entry)
  const values = revertedValues(entry)
  const names = Object.keys(values)
  if (names.length === 0) throw new Fault('conflict', notRevertible(entry))
  const { record_id, record_type } = entry
  await lockLinks(em, record_type, values)
  const fields = comparedFields(entry, await findAnyRecord(em, entry, LockMode.PESSIMISTIC_WRITE))
  if (version === undefined || version > (await readVersion(read, entry))) throw anotherVersion()
  const later = await read(selectLaterFields({ record_id, record_type, id: version }))
  if (later.some(({ field }) => names.includes(field))) throw anotherVersion()
  const chosen = Object.entries(fields).filter(
    ([name, field]) => hasChangedValue(field) || ticked.includes(name),
  )
  if (chosen.length === 0)
    throw new Fault('conflict', phrase('refusal.nothingChosen'), undefined, { tick: true })
  const previous = Object.fromEntries(chosen.map(([name, field]) => [name, field.reverted_to]))
  return setFields(em, actor, { record_type, record_id }, previous)
}

/** Throws `policy_denied` unless the person may see records of this type. */
export function requireVisible(actor: Actor, { record_type }: Pick<Entry, 'record_type'>): void {
  if (adminOnlyTypes.includes(record_type)) requireAdministrator(actor)
}

function notRevertible({ event }: Entry): Phrase {
  return revertible.includes(event)
    ? phrase('refusal.setNoField')
    : phrase('refusal.changedNoField', { event })
}

// The present values are compared and not the later changes: a field that was changed and changed back has the value of
// the change, and one that was changed by SQL has another value without history.
function comparedFields(entry: Entry, record: Values): Record<string, RevertedField> {
  return Object.fromEntries(
    Object.entries(revertedValues(entry)).map(([name, reverted_to]) => [
      name,
      { reverted_to, was: entry.changes[name]?.to, now: record[name] ?? null },
    ]),
  )
}

const selectEntry = statement('history.entry', { id: 1 }, () =>
  db
    .selectFrom('history')
    .select(['id', 'actor', 'record_type', 'record_id', 'event', 'changes'])
    .where('id', '=', param<number>('id')),
)

const selectLaterFields = statement(
  'history.later_fields',
  { id: 1, record_type: 'task', record_id: 7 },
  () =>
    db
      .selectFrom('history')
      .select(sql<string>`jsonb_object_keys(changes)`.as('field'))
      .distinct()
      .where('record_type', '=', param<string>('record_type'))
      .where('record_id', '=', param<number>('record_id'))
      .where('id', '>', param<number>('id')),
)
