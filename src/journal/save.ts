import type { EntityName, RequiredEntityData } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { type Read, readInTransaction } from '../database/read.ts'
import { flush } from '../database/transaction.ts'
import type { Provenance } from '../record/provenance.ts'
import { columnsOf, differences, eventOf, metadataOf, withoutHidden } from './differences.ts'
import { type Changes, history } from './history.ts'
import { insertRows } from './insert.ts'

/** A record that has provenance and history. */
export type Journaled = { id: number; created_by: Provenance; updated_by: Provenance }
/** The values of a new record, without the provenance, which the functions below set. */
export type NewRecord<T> = Omit<RequiredEntityData<T>, 'created_by' | 'updated_by'>

/** The fields of one record that a request sent, by their names in the API. History keeps them of a guarded write. */
export type SentFields = readonly string[]

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

/**
 * Creates a record and its history, and returns the record as `read` does, in the round trip of the history. `onCreated`
 * receives the stored row. `fields` are those that the request sent.
 */
export async function createAndRead<T extends Journaled, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
  read: (read: Read, id: number) => Promise<Row>,
  { fields, onCreated }: { fields?: SentFields; onCreated?: (record: T) => Promise<void> } = {},
): Promise<Row> {
  const [record] = await insertRecords(em, actor, entity, [values])
  const { id } = record as T
  const [row] = await Promise.all([
    read(readInTransaction(em), id),
    addCreations(em, actor, entity, [record as T], fields && [fields]),
    onCreated?.(record as T),
  ])
  return row
}

/**
 * Creates records of one kind and their history, and returns the stored rows. `fields` are those that the request sent,
 * in the order of the records.
 */
export async function createAll<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  list: NewRecord<T>[],
  fields?: readonly SentFields[],
): Promise<T[]> {
  const records = await insertRecords(em, actor, entity, list)
  await addCreations(em, actor, entity, records, fields)
  return records
}

async function insertRecords<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  list: NewRecord<T>[],
): Promise<T[]> {
  requireWriter(actor)
  await flush(em)
  const rows = list.map((values) => ({ ...values, created_by: actor.by, updated_by: actor.by }))
  return insertRows(em, entity, rows)
}

async function addCreations<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  records: T[],
  fields?: readonly SentFields[],
): Promise<void> {
  const entries = records.map((record, index) => ({
    id: record.id,
    event: 'created',
    changes: differences({}, record),
    fields: fields?.[index],
  }))
  await addEntries(em, actor, entity, entries)
}

/** Adds entries to the history of records of one kind. The caller has checked that the actor may write them. */
export async function addEntries<T extends object>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  entries: { id: number; event: string; changes: Changes; fields?: SentFields | undefined }[],
): Promise<void> {
  if (entries.length === 0) return
  const { className, props } = em.getMetadata().get(entity)
  const rows = entries.map(({ id, event, changes, fields = null }) => ({
    record_type: className,
    record_id: id,
    changes: withoutHidden(props, changes),
    fields,
    ...entryOf(actor, event),
  }))
  await insertRows(em, history, rows)
}

/**
 * Changes a record and adds an entry to its history, unless no value differs. Returns the changed fields. `fields` are
 * those that the request sent.
 */
export function change<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  record: T,
  values: Partial<T>,
  event?: string,
  fields?: SentFields,
): Changes {
  requireWriter(actor)
  const before = columnsOf(em, record)
  Object.assign(record, values)
  const changes = differences(before, columnsOf(em, record))
  if (Object.keys(changes).length === 0) return changes
  record.updated_by = actor.by
  const visible = withoutHidden(metadataOf(em, record).props, changes)
  addHistory(em, actor, record, event ?? eventOf(visible), visible, fields)
  return visible
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

/** Deletes the row of a record. Its history stays, and keeps the last values. */
export async function deleteRecord(em: EntityManager, actor: Actor, record: { id: number }): Promise<void> {
  requireWriter(actor)
  const values = withoutHidden(metadataOf(em, record).props, differences({}, columnsOf(em, record)))
  const last = Object.entries(values).map(([name, { to }]) => [name, { from: to, to: null }])
  addHistory(em, actor, record, 'deleted', Object.fromEntries(last))
  await em.remove(record).flush()
}

/** Adds an entry to the history of a record. The caller has checked that the actor may write it. */
export function addHistory(
  em: EntityManager,
  actor: Actor,
  record: { id: number },
  event: string,
  changes: Changes,
  fields?: SentFields,
): void {
  const record_type = metadataOf(em, record).className
  const sent = fields ? [...fields] : null
  em.create(history, { record_type, record_id: record.id, changes, fields: sent, ...entryOf(actor, event) })
}

/** Returns the columns of a history entry that describe the event and its actor. */
export function entryOf(
  { by, token, approved_by, reason, surface, set_id, request_id }: Actor,
  event: string,
) {
  return {
    event,
    actor: by,
    token: token ?? null,
    approved_by: approved_by ?? null,
    reason: reason ?? null,
    surface,
    set_id: set_id ?? null,
    is_folded: set_id !== undefined,
    request_id,
  }
}
