import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { Fault } from '../../record/fault.ts'
import { kinds } from '../kinds.ts'

// The kinds whose rows have a direction.
const movedKinds = Object.entries(kinds).filter(([, { hasDirection }]) => hasDirection)

/** The number of rows that moved, by table. */
export type Moved = Record<string, number>

/** The result where no row moved. */
export const nothingMoved: Moved = Object.fromEntries(movedKinds.map(([, { table }]) => [table, 0]))

/** Moves all rows of one direction to another, with their history: one statement for each kind of record. */
export async function moveAll(em: EntityManager, actor: Actor, from: number, to: number): Promise<Moved> {
  requireAdministrator(actor)
  const moved = { ...nothingMoved }
  for (const [kind, { table }] of movedKinds) moved[table] = await move(em, actor, { kind, table, from, to })
  return moved
}

/** Throws `conflict` if both directions have a product of the same name. */
export async function rejectNameClashes(em: EntityManager, from: number, to: number): Promise<void> {
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
    `Both directions have products named ${names}. Rename one of each pair, then map again.`,
  )
}

async function move(
  em: EntityManager,
  actor: Actor,
  { kind, table, from, to }: { kind: string; table: string; from: number; to: number },
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
    select ${kind}, id, 'updated', ${by}, ${token}::jsonb, ${changes}::jsonb, ${actor.surface}, ${actor.request_id}
    from moved
  `.execute(em.getKysely())
  return Number(result.numAffectedRows ?? 0)
}
