import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { type Read, readInTransaction, readRow } from '../database/read.ts'
import { param, statement, statementOf } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { flush } from '../database/transaction.ts'
import { columns, field, rules } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'

const count = field(z.int(), p.integer())
const kinds = ['import', 'undo'] as const

const fields = {
  id: field(Id, p.bigint('number').primary()),
  kind: field(z.enum(kinds), p.enum([...kinds])),
  // What most of its entries are about. An app that is created also links applications.
  record_type: field(z.string(), p.text()),
  created: count,
  changed: count,
  deleted: count,
  restored: count,
}

/** Changes that lists show as one: those of an import, or of its undo. */
export const changeSets = defineEntity({
  name: 'change_set',
  tableName: 'change_sets',
  properties: columns(fields),
})
export const ChangeSet = z.object(rules(fields))
export type ChangeSet = z.output<typeof ChangeSet>

declare module '../database/tables.ts' {
  interface Tables {
    change_sets: ChangeSet
  }
}

type Kind = Pick<ChangeSet, 'kind' | 'record_type'>

/** Runs writes whose entries in the history are one change set, by the actor that the callback receives. */
export async function writeChangeSet<T>(
  em: EntityManager,
  actor: Actor,
  set: Kind,
  run: (actor: Actor) => Promise<T>,
): Promise<T> {
  const { by, close } = await openChangeSet(em, actor, set)
  const result = await run(by)
  await close()
  return result
}

/** The actor whose entries in the history are a change set, and what stores the set after the last of them. */
type OpenChangeSet = { by: Actor; close: () => Promise<void> }

/** Begins a change set beside which there are other writes. */
export async function openChangeSet(em: EntityManager, actor: Actor, set: Kind): Promise<OpenChangeSet> {
  requireWriter(actor)
  const reserved = sql<{ id: number }>`select nextval(pg_get_serial_sequence('change_sets', 'id')) as id`
  const { id } = await readRow(readInTransaction(em), statementOf(reserved))
  return { by: { ...actor, set_id: id }, close: () => store(em, id, set) }
}

// A set without entries is not stored.
async function store(em: EntityManager, id: number, { kind, record_type }: Kind): Promise<void> {
  await flush(em)
  // Lists show the first entry for all of them. A set without records of its type has that of the others.
  await sql`
    with named as (
      select coalesce(max(record_type) filter (where record_type = ${record_type}), min(record_type)) as type
      from history where set_id = ${id}
    ), counted as (
      select count(*) filter (where is_named and event = 'created') as created,
        count(*) filter (where is_named and event = 'deleted') as deleted,
        count(*) filter (where is_named and event = 'restored' and changes = '{}') as restored,
        count(*) filter (where is_named) as total,
        min(id) filter (where is_named) as first
      from history, named, lateral (select record_type = named.type as is_named) as entry
      where set_id = ${id}
    ), listed as (
      update history set is_folded = false where id = (select first from counted)
    )
    insert into change_sets (id, kind, record_type, created, changed, deleted, restored)
    select ${id}, ${kind}, type, created, total - created - deleted - restored, deleted, restored
    from counted, named where first is not null`.execute(em.getKysely())
}

/** Returns how many records a change set is about. */
export function sizeOf({ created, changed, deleted, restored }: ChangeSet): number {
  return created + changed + deleted + restored
}

/** Returns a change set. Undefined if there is none with this id. */
export async function readChangeSet(read: Read, id: number): Promise<ChangeSet | undefined> {
  const [set] = await read(selectSet({ id }))
  return set
}

const selectSet = statement('change_sets.one', { id: 7 }, () =>
  db.selectFrom('change_sets').where('id', '=', param<number>('id')).selectAll(),
)
