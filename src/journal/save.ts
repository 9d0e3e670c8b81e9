import { type EntityName, type RequiredEntityData, wrap } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { flush } from '../database/unit-of-work.ts'
import type { Provenance } from '../record/provenance.ts'
import { unsettable } from '../record/stored.ts'
import { type Changes, history } from './history.ts'
import { type AnswerSelect, insertAll, type Lookup } from './insert.ts'

/** A record that says who wrote it. */
export type Journaled = { id: number; created_by: Provenance; updated_by: Provenance }
export type Unsigned<T> = Omit<RequiredEntityData<T>, 'created_by' | 'updated_by'>

/**
 * Stores a new record, signed by the actor, together with its history. It is given as the row that was stored, or as
 * `answer` shows it, and is no entity: to change it later, find it. With `answer` it must be the last thing that its
 * unit of work does.
 */
export async function create<T extends Journaled, Row = T>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: Unsigned<T>,
  answer?: AnswerSelect<Row>,
): Promise<Row> {
  const [record] = await createAll(em, actor, entity, [values], answer)
  return record as Row
}

/** Stores new records of one kind by one statement: all of them, or none where `lookup` finds nothing. */
export async function createAll<T extends Journaled, Row = T>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  list: Unsigned<T>[],
  answer?: AnswerSelect<Row>,
  lookup?: Lookup,
): Promise<Row[]> {
  const signature = { created_by: actor.by, updated_by: actor.by }
  const rows = list.map((values) => ({ ...values, ...signature }))
  await flush(em)
  return insertAll(em, entity, rows, noteOf(actor, 'created'), answer, lookup)
}

/** Changes a record, together with its history; values that change nothing leave no trace. */
export function change<T extends Journaled>(
  em: EntityManager,
  actor: Actor,
  record: T,
  values: Partial<T>,
  event?: string,
): void {
  const before = columnsOf(record)
  Object.assign(record, values)
  const changes = differences(before, columnsOf(record))
  if (Object.keys(changes).length === 0) return
  record.updated_by = actor.by
  const told = withoutHidden(record, changes)
  keep(em, actor, record, event ?? eventOf(told), told)
}

/** Puts a record away for good. The row stays, for history and for what was counted by it. */
export function remove(
  em: EntityManager,
  actor: Actor,
  record: Journaled & { deleted_at: string | null },
): void {
  record.deleted_at = new Date().toISOString()
  record.updated_by = actor.by
  keep(em, actor, record, 'deleted', {})
}

/** Writes what happened to a record into its history. */
export function keep(
  em: EntityManager,
  actor: Actor,
  record: { id: number },
  event: string,
  changes: Changes,
): void {
  const record_type = wrap(record, true).__meta.className
  em.create(history, { record_type, record_id: record.id, changes, ...noteOf(actor, event) })
}

/** Who does something, and how, as a row of history keeps it. */
export function noteOf({ by, token, surface, request_id }: Actor, event: string) {
  return { event, actor: by, token: token ?? null, surface, request_id }
}

function columnsOf(record: object): Record<string, unknown> {
  const columns = wrap(record, true).__meta.props
  return Object.fromEntries(columns.map(({ name }) => [name, (record as Record<string, unknown>)[name]]))
}

// What no answer shows, history does not keep: of a password it says who changed it, and when.
function withoutHidden(record: object, changes: Changes): Changes {
  const hidden = wrap(record, true).__meta.props.filter((column) => column.hidden)
  const names = new Set<string>(hidden.map(({ name }) => name))
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !names.has(name)))
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const name of Object.keys(after)) {
    const [from, to] = [before[name] ?? null, after[name] ?? null]
    if (!(name in unsettable) && JSON.stringify(from) !== JSON.stringify(to)) changes[name] = { from, to }
  }
  return changes
}

function eventOf(changes: Changes): string {
  const names = Object.keys(changes)
  if (names.some((name) => /(^|_)status$/.test(name))) return 'status_changed'
  return names.some((name) => /^owner(_id)?$/.test(name)) ? 'owner_changed' : 'updated'
}
