import { type EntityName, type RequiredEntityData, wrap } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { selectCaller } from '../access/current-caller.ts'
import { requireWriter } from '../access/policy.ts'
import { flush } from '../database/transaction.ts'
import { serverFields } from '../record/base-fields.ts'
import type { Provenance } from '../record/provenance.ts'
import { type Changes, history } from './history.ts'
import { type AnswerSelect, insertAndAnswer, insertRows, type Selects } from './insert.ts'

/** A record that has provenance and history. */
export type Journaled = { id: number; created_by: Provenance; updated_by: Provenance }
/** The values of a new record, without the provenance, which the functions below set. */
export type NewRecord<T> = Omit<RequiredEntityData<T>, 'created_by' | 'updated_by'>

// Each of these functions requires a writer. What users without that right may do, to end or change their own access,
// is stored without them.

/**
 * Creates a record and its history and returns the stored row. The row is not a managed entity: load it
 * before a change.
 */
export async function create<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
): Promise<T> {
  const [record] = await createAll(em, actor, entity, [values])
  return record as T
}

/** Creates records of one kind and their history in one statement, and returns the stored rows. */
export async function createAll<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  list: NewRecord<T>[],
): Promise<T[]> {
  requireWriter(actor)
  await flush(em)
  return insertRows(em, { entity, rows: withAuthor(actor, list), entry: entryOf(actor, 'created') })
}

/**
 * Creates a record and returns what `answer` selects of it, and what `selects.compared` found before, in one round
 * trip. Must be the last statement of its transaction; a later one throws. Returns undefined, and stores nothing, if
 * the lookup finds no row or the caller has changed.
 */
export async function createAndAnswer<T extends Journaled, Row, Compared>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
  answer: AnswerSelect<Row>,
  selects: Selects<Compared> = {},
): Promise<{ row: Row; compared: Compared[] } | undefined> {
  requireWriter(actor)
  await flush(em)
  const insert = { entity, rows: withAuthor(actor, [values]), entry: entryOf(actor, 'created') }
  const caller = selectCaller(actor)
  const [stored] = await insertAndAnswer(em, insert, answer, { ...selects, caller })
  if (!stored) return undefined
  const { compared = [], ...row } = stored
  return { row: row as Row, compared }
}

function withAuthor<T>(actor: Actor, list: NewRecord<T>[]): object[] {
  return list.map((values) => ({ ...values, created_by: actor.by, updated_by: actor.by }))
}

/** Changes a record and adds an entry to its history, unless no value differs. */
export function change<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  record: T,
  values: Partial<T>,
  event?: string,
): void {
  requireWriter(actor)
  const before = columnsOf(record)
  Object.assign(record, values)
  const changes = differences(before, columnsOf(record))
  if (Object.keys(changes).length === 0) return
  record.updated_by = actor.by
  const visible = withoutHidden(record, changes)
  addHistory(em, actor, record, event ?? eventOf(visible), visible)
}

/** Soft-deletes a record. The row stays for its history and for rows that reference it. */
export function softDelete(
  em: EntityManager,
  actor: Actor,
  record: Journaled & { deleted_at: string | null },
): void {
  requireWriter(actor)
  record.deleted_at = new Date().toISOString()
  record.updated_by = actor.by
  addHistory(em, actor, record, 'deleted', {})
}

/** Deletes the row of a record. Its history stays. */
export async function deleteRecord(em: EntityManager, actor: Actor, record: { id: number }): Promise<void> {
  requireWriter(actor)
  addHistory(em, actor, record, 'deleted', {})
  await em.remove(record).flush()
}

/** Adds an entry to the history of a record. The caller has checked that the actor may write it. */
export function addHistory(
  em: EntityManager,
  actor: Actor,
  record: { id: number },
  event: string,
  changes: Changes,
): void {
  const record_type = wrap(record, true).__meta.className
  em.create(history, { record_type, record_id: record.id, changes, ...entryOf(actor, event) })
}

/** Returns the columns of a history entry that describe the event and its actor. */
export function entryOf({ by, token, surface, request_id }: Actor, event: string) {
  return { event, actor: by, token: token ?? null, surface, request_id }
}

function columnsOf(record: object): Record<string, unknown> {
  const columns = wrap(record, true).__meta.props
  return Object.fromEntries(columns.map(({ name }) => [name, (record as Record<string, unknown>)[name]]))
}

// History never stores the value of a hidden column: of a password it shows only who changed it, and when.
function withoutHidden(record: object, changes: Changes): Changes {
  const hidden = wrap(record, true).__meta.props.filter((column) => column.hidden)
  const names = new Set<string>(hidden.map(({ name }) => name))
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !names.has(name)))
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const name of Object.keys(after)) {
    const [from, to] = [before[name] ?? null, after[name] ?? null]
    if (!(name in serverFields) && JSON.stringify(from) !== JSON.stringify(to)) changes[name] = { from, to }
  }
  return changes
}

function eventOf(changes: Changes): string {
  const names = Object.keys(changes)
  if (names.some((name) => /(^|_)status$/.test(name))) return 'status_changed'
  return names.some((name) => /^owner(_id)?$/.test(name)) ? 'owner_changed' : 'updated'
}
