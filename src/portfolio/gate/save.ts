import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { columnsOf, creationOf, metadataOf } from '../../journal/differences.ts'
import type { Journaled, NewRecord, SentFields } from '../../journal/save.ts'
import * as journal from '../../journal/save.ts'
import type { KindName } from '../kinds.ts'
import { passGate } from './gate.ts'

// The functions of `journal/save.ts` for records of the portfolio: each save passes the gate. `fields` are the keys that
// the request sent for the record, as guards read them in `write.fields`, and none for a record that changes as a
// consequence, such as a task whose blocker is done.

/** Creates a record and its history and returns the stored row. */
export async function create<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
  fields: SentFields,
): Promise<T> {
  const [record] = await createAll(em, actor, entity, [{ values, fields }])
  return record as T
}

/** Creates a record and its history, and returns the record as `read` does, in the round trip of the history. */
export async function createAndRead<T extends Journaled, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  { values, fields }: Draft<T>,
  read: (read: Read, id: number) => Promise<Row>,
): Promise<Row> {
  return journal.createAndRead(em, actor, entity, values, read, {
    fields,
    onCreated: (record) => passNew(em, actor, entity, { record, fields }),
  })
}

/** A record to create, and the fields that the request sent for it. */
type Draft<T> = { values: NewRecord<T>; fields: SentFields }

/** Creates records of one kind and their history, and returns the stored rows. `partOf` is the kind they belong to. */
export async function createAll<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  drafts: Draft<T>[],
  partOf?: KindName,
): Promise<T[]> {
  const list = drafts.map(({ values }) => values)
  const sent = drafts.map(({ fields }) => fields)
  const records = await journal.createAll(em, actor, entity, list, sent)
  for (const [index, record] of records.entries())
    await passNew(em, actor, entity, { record, fields: sent[index] ?? [] }, partOf)
  return records
}

/** Changes a record and adds an entry to its history, unless no value differs. */
export async function change<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  record: T,
  values: Partial<T>,
  fields: SentFields,
  event?: string,
): Promise<void> {
  const { updated_by } = record
  const changes = journal.change(em, actor, record, values, event, fields)
  if (Object.keys(changes).length === 0) return
  const after = columnsOf(em, record)
  const previous = Object.fromEntries(Object.entries(changes).map(([name, { from }]) => [name, from]))
  await passGate(em, actor, {
    record_type: metadataOf(em, record).className as KindName,
    record_id: record.id,
    isNew: false,
    changes,
    before: { ...after, ...previous, updated_by },
    after,
    fields,
  })
}

async function passNew<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  { record, fields }: { record: T; fields: SentFields },
  partOf?: KindName,
): Promise<void> {
  await passGate(em, actor, {
    record_type: em.getMetadata().get(entity).className as KindName,
    record_id: record.id,
    isNew: true,
    changes: creationOf(em, entity, record),
    before: null,
    after: { ...record },
    fields,
    partOf,
  })
}
