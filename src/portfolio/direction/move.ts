import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { Fault } from '../../record/fault.ts'

// What hangs on a direction, each table with the name that history knows its records by.
const kinds = {
  products: 'product',
  apps: 'app',
  signals: 'signal',
  insights: 'insight',
  economics: 'economics',
  tasks: 'task',
  canon_rules: 'canon_rule',
} as const
type Table = keyof typeof kinds
const tables = Object.keys(kinds) as Table[]

/** How many records of each kind moved. */
export type Moved = Record<Table, number>

/** That none did. */
export const nothing = Object.fromEntries(tables.map((table) => [table, 0])) as Moved

/** Moves all that hangs on one direction to another, with history: one statement for each kind. */
export async function moveAll(em: EntityManager, actor: Actor, from: number, to: number): Promise<Moved> {
  const moved = { ...nothing }
  for (const table of tables) moved[table] = await move(em, actor, table, from, to)
  return moved
}

/** @throws Fault that names the products which are in both directions */
export async function refuseClashes(em: EntityManager, from: number, to: number): Promise<void> {
  const clashes = await sql<{ name: string }>`
    select leaving.name from products as leaving
    join products as staying on lower(staying.name) = lower(leaving.name)
    where leaving.direction_id = ${from} and staying.direction_id = ${to}
    order by leaving.id
  `.execute(em.getKysely())
  if (clashes.rows.length === 0) return
  const names = clashes.rows.map(({ name }) => `"${name}"`).join(', ')
  throw new Fault(
    'conflict',
    `Both directions have products named ${names}: rename one of each, then map again.`,
  )
}

async function move(
  em: EntityManager,
  actor: Actor,
  table: Table,
  from: number,
  to: number,
): Promise<number> {
  const by = sql`${JSON.stringify(actor.by)}::jsonb`
  const token = actor.token ? JSON.stringify(actor.token) : null
  const changes = JSON.stringify({ direction_id: { from, to } })
  const result = await sql`
    with moved as (
      update ${sql.table(table)} set direction_id = ${to}, updated_at = now(), updated_by = ${by}
      where direction_id = ${from} returning id
    )
    insert into history (record_type, record_id, event, actor, token, changes, surface, request_id)
    select ${kinds[table]}, id, 'updated', ${by}, ${token}::jsonb, ${changes}::jsonb, ${actor.surface}, ${actor.request_id}
    from moved
  `.execute(em.getKysely())
  return Number(result.numAffectedRows ?? 0)
}
