import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { readInTransaction } from '../database/read.ts'
import { param, statement, statementOf } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { Provenance } from '../record/provenance.ts'
import { differences, eventOf, withoutHidden } from './differences.ts'
import { addEntries } from './save.ts'

// The writes of `save.ts` and `restore.ts` for many rows of one kind, by a constant number of statements.

/** The row of a record, and the values that a change gives it. */
export type ChangedRow = { row: Row; values: object }
export type Row = { id: number } & Record<string, unknown>

/** Locks the rows with these ids until the transaction ends, and returns them by id. */
export async function lockRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  ids: number[],
): Promise<Map<number, Row>> {
  const { table, listed } = columnsOf(em, entity)
  const rows = await readInTransaction(em)(
    statementOf(
      sql<Row>`select ${listed} from ${table} where id = any(${ids}::bigint[]) order by id for update`,
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Gives rows new values, with their history. Every value must be one that the row may have. */
export async function changeRows<T extends object>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  changed: ChangedRow[],
): Promise<void> {
  requireWriter(actor)
  if (changed.length === 0) return
  const { table, listed } = columnsOf(em, entity)
  const stamp = { updated_at: new Date().toISOString(), updated_by: actor.by }
  const given = JSON.stringify(
    changed.map(({ row: { id }, values }) => ({ id, values: { ...values, ...stamp } })),
  )
  await sql`update ${table} as stored
    set (${listed}) = (select ${listed} from jsonb_populate_record(stored, given.values))
    from jsonb_to_recordset(${given}::jsonb) as given (id bigint, values jsonb)
    where stored.id = given.id`.execute(em.getKysely())
  const entries = changed.map(({ row, values }) => {
    const changes = differences(row, values as Record<string, unknown>)
    return { id: row.id, event: eventOf(changes), changes }
  })
  await addEntries(em, actor, entity, entries)
}

/** Deletes rows. Their history stays, and keeps the last values. */
export async function deleteRows<T extends object>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  rows: Row[],
): Promise<void> {
  requireWriter(actor)
  if (rows.length === 0) return
  const { table, props } = columnsOf(em, entity)
  const ids = rows.map(({ id }) => id)
  await sql`delete from ${table} where id = any(${ids}::bigint[])`.execute(em.getKysely())
  const entries = rows.map((row) => {
    const values = Object.entries(withoutHidden(props, differences({}, row)))
    const changes = Object.fromEntries(values.map(([name, { to }]) => [name, { from: to, to: null }]))
    return { id: row.id, event: 'deleted', changes }
  })
  await addEntries(em, actor, entity, entries)
}

/**
 * Inserts the rows of deleted records again, with their ids, their authors and the times of their creation. Returns the ids
 * of those whose unique keys are not taken.
 */
export async function restoreRows<T extends object>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  rows: Row[],
): Promise<Set<number>> {
  requireWriter(actor)
  if (rows.length === 0) return new Set()
  const read = readInTransaction(em)
  const { table, listed, className } = columnsOf(em, entity)
  const creations = await read(selectCreations({ record_type: className, ids: rows.map(({ id }) => id) }))
  const created = new Map(creations.map(({ record_id, ...creation }) => [record_id, creation]))
  const now = new Date().toISOString()
  const authors = { created_at: now, updated_at: now, created_by: actor.by, updated_by: actor.by }
  const given = JSON.stringify(rows.map((row) => ({ ...authors, ...created.get(row.id), ...row })))
  const inserted = await read(
    statementOf(sql<{ id: number }>`insert into ${table} (${listed})
      select ${listed} from jsonb_populate_recordset(null::${table}, ${given}::jsonb)
      on conflict do nothing returning id`),
  )
  const entries = inserted.map(({ id }) => ({ id, event: 'restored', changes: {} }))
  await addEntries(em, actor, entity, entries)
  return new Set(inserted.map(({ id }) => id))
}

const selectCreations = statement(
  'history.creations',
  { record_type: 'store_truth', ids: [7] },
  (_: { record_type: string; ids: number[] }) =>
    db
      .selectFrom('history')
      .distinctOn('record_id')
      .where('record_type', '=', param<string>('record_type'))
      .where(sql<boolean>`record_id = any(${param('ids')}::bigint[])`)
      .where('event', '=', 'created')
      .select(['record_id', 'created_at', sql<Provenance>`actor`.as('created_by')])
      .orderBy('record_id')
      .orderBy('id'),
)

// The columns of a table that a statement may set.
function columnsOf<T extends object>(em: EntityManager, entity: EntityName<T>) {
  const { tableName, className, props } = em.getMetadata().get(entity)
  const settable = props.filter(({ generated, lazy }) => !generated && !lazy)
  const listed = sql.join(settable.map(({ name }) => sql.ref(name)))
  return { table: sql.table(tableName), className, props, listed }
}
