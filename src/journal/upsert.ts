import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { lock } from '../database/lock.ts'
import { readInTransaction } from '../database/read.ts'
import { statementOf } from '../database/statement.ts'
import { concurrentChange } from '../record/fault.ts'
import { differences, eventOf, withoutHidden } from './differences.ts'
import type { Changes } from './history.ts'
import { insertUntaken } from './insert.ts'
import { addEntries } from './save.ts'

/** Rows to insert, or to store in the place of the rows with the same key. No two of them have the same key. */
export type Upsert = {
  /** The name of the entity, as history has it. */
  recordType: string
  /** The condition that a row `stored` has the key of a row `given`. */
  match: RawBuilder<boolean>
  rows: object[]
  /** The columns that replace those of a stored row. The others keep their values. */
  columns: string[]
  /** How many changes are returned at most. */
  maxChanges: number
}

/** The fields that differ between a stored row and the given one, whose index is among `rows`. */
type RowChange = { index: number; changes: Changes }

/** The number of rows by what happened to them, and the first changes. */
export type UpsertCounts = { created: number; changed: number; unchanged: number; changes: RowChange[] }

/** A stored row that a given one replaces: its id, the index of the given row, and the fields that differ. */
type Match = RowChange & { id: number }

const maxAttempts = 3

/** Returns what `upsertRows` would do. */
export async function countUpsert(em: EntityManager, upsert: Upsert): Promise<UpsertCounts> {
  const matches = await findStored(em, upsert, sql``)
  const changes = matches.filter(isChange)
  return {
    created: upsert.rows.length - matches.length,
    changed: changes.length,
    unchanged: matches.length - changes.length,
    changes: changes.slice(0, upsert.maxChanges).map(shown),
  }
}

/**
 * Stores rows and their history. An unchanged row is not written and gets no history. A row with the same key that
 * another transaction commits at the same time is changed.
 */
export async function upsertRows(em: EntityManager, actor: Actor, upsert: Upsert): Promise<UpsertCounts> {
  requireWriter(actor)
  const { recordType, rows, maxChanges } = upsert
  const entity = em.getMetadata().getByClassName(recordType).class as EntityName<{ id: number }>
  const authors = { created_by: actor.by, updated_by: actor.by }
  await lockUpserts(em, recordType)
  const counts: UpsertCounts = { created: 0, changed: 0, unchanged: 0, changes: [] }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const matches = await findStored(em, upsert, sql`for update of stored`)
    const stored = new Set(matches.map(({ index }) => index))
    const missing = rows.filter((_, index) => !stored.has(index)).map((row) => ({ ...row, ...authors }))
    const created = missing.length > 0 ? await insertUntaken(em, entity, missing) : []
    const changed = matches.filter(isChange)
    if (changed.length > 0) await replaceRows(em, actor, upsert, changed)
    await addEntries(em, actor, entity, [
      ...created.map((record) => ({ id: record.id, event: 'created', changes: differences({}, record) })),
      ...changed.map(({ id, changes }) => ({ id, event: eventOf(changes), changes })),
    ])
    counts.created += created.length
    counts.changed += changed.length
    counts.changes.push(...changed.slice(0, maxChanges - counts.changes.length).map(shown))
    // Otherwise another transaction has stored a row since they were read. Now it is found, and the others are unchanged.
    if (created.length === missing.length)
      return { ...counts, unchanged: rows.length - counts.created - counts.changed }
  }
  throw concurrentChange()
}

/** Waits for the other writes of many rows of one kind, which lock their rows in another order. */
export async function lockUpserts(em: EntityManager, recordType: string): Promise<void> {
  await lock(em, `${recordType}.upsert`)
}

async function findStored(
  em: EntityManager,
  upsert: Upsert,
  lockClause: RawBuilder<unknown>,
): Promise<Match[]> {
  const { recordType, match, rows, columns } = upsert
  const { tableName, props } = em.getMetadata().getByClassName(recordType)
  const table = sql.table(tableName)
  const names = ['id', ...columns].map((name) => sql.ref(`stored.${name}`))
  const query = sql<{ id: number; ordinality: number }>`select given.ordinality, ${sql.join(names)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) with ordinality as given
    join ${table} as stored on ${match} order by given.ordinality ${lockClause}`
  const found = await readInTransaction(em)(statementOf(query))
  return found.map(({ id, ordinality, ...before }) => {
    const index = ordinality - 1
    const changes = withoutHidden(props, differences(before, pick(rows[index], columns)))
    return { id, index, changes }
  })
}

async function replaceRows(em: EntityManager, actor: Actor, upsert: Upsert, changed: Match[]): Promise<void> {
  const { recordType, rows, columns } = upsert
  const { tableName } = em.getMetadata().getByClassName(recordType)
  const table = sql.table(tableName)
  const replaced = columns.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`)
  const given = JSON.stringify(changed.map(({ id, index }) => ({ ...rows[index], id })))
  const update = sql`update ${table} as stored set ${sql.join(replaced)}, updated_at = now(),
    updated_by = ${JSON.stringify(actor.by)}::jsonb
    from jsonb_populate_recordset(null::${table}, ${given}::jsonb) as given where stored.id = given.id`
  await readInTransaction(em)(statementOf(update))
}

function isChange({ changes }: Match): boolean {
  return Object.keys(changes).length > 0
}

function shown({ index, changes }: Match): RowChange {
  return { index, changes }
}

function pick(row: object = {}, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]]))
}
