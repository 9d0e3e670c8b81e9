import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { columnsOf, creationOf, metadataOf } from '../../journal/differences.ts'
import type { Journaled, NewRecord } from '../../journal/save.ts'
import * as journal from '../../journal/save.ts'
import type { KindName } from '../kinds.ts'
import { passGate } from './gate.ts'

// The functions of `journal/save.ts` for records of the portfolio: each save passes the gate.

/** Creates a record and its history and returns the stored row. */
export async function create<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
): Promise<T> {
  const [record] = await createAll(em, actor, entity, [values])
  return record as T
}

/** Creates a record and its history, and returns the record as `read` does, in the round trip of the history. */
export async function createAndRead<T extends Journaled, Row>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: NewRecord<T>,
  read: (read: Read, id: number) => Promise<Row>,
): Promise<Row> {
  return journal.createAndRead(em, actor, entity, values, read, (record) =>
    passNew(em, actor, entity, record, values),
  )
}

/** Creates records of one kind and their history, and returns the stored rows. `partOf` is the kind they belong to. */
export async function createAll<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  list: NewRecord<T>[],
  partOf?: KindName,
): Promise<T[]> {
  const records = await journal.createAll(em, actor, entity, list)
  for (const [index, record] of records.entries())
    await passNew(em, actor, entity, record, list[index] ?? {}, partOf)
  return records
}

/** Changes a record and adds an entry to its history, unless no value differs. */
export async function change<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  record: T,
  values: Partial<T>,
  event?: string,
): Promise<void> {
  const changes = journal.change(em, actor, record, values, event)
  if (Object.keys(changes).length === 0) return
  const after = columnsOf(em, record)
  const previous = Object.fromEntries(Object.entries(changes).map(([name, { from }]) => [name, from]))
  await passGate(em, actor, {
    record_type: metadataOf(em, record).className as KindName,
    record_id: record.id,
    isNew: false,
    changes,
    before: { ...after, ...previous },
    after,
    given: Object.keys(changes),
  })
}

async function passNew<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  record: T,
  values: object,
  partOf?: KindName,
): Promise<void> {
  await passGate(em, actor, {
    record_type: em.getMetadata().get(entity).className as KindName,
    record_id: record.id,
    isNew: true,
    changes: creationOf(em, entity, record),
    before: null,
    after: { ...record },
    given: Object.entries(values).flatMap(([name, value]) => (value == null ? [] : name)),
    partOf,
  })
}
