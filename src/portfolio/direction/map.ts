import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { lock } from '../../database/lock.ts'
import { addHistory } from '../../journal/save.ts'
import { Fault, invalid } from '../../record/fault.ts'
import { Slug } from '../../record/rules/slug.ts'
import { validate } from '../../record/validation/validate.ts'
import { kinds } from '../kinds.ts'
import { type Direction, directionAliases, directions } from './direction.ts'

const slugForm = /^(?!\d+$)[a-z0-9][a-z0-9_-]*$/
const malformed = 'The {field} field must be a slug: letters a to z, digits, - and _, and not only digits.'

/** A slug that may become an alias, whether or not a direction ever had it. */
export const OldSlug = Slug.refine((slug) => slugForm.test(slug), { params: { sentence: malformed } })

const Names = z.object({ old: OldSlug, current: Slug })

/** The result of mapping an old direction slug. */
export type Mapping = {
  old: string
  current: string
  /** Whether the old slug was a stored direction, which was deleted. */
  removed: boolean
  /** The direction that the old slug was an alias of before. */
  previous: string | null
  moved: Moved
}

/**
 * Makes `old` an alias of the stored direction `current`. If `old` is a stored direction itself, all of its records
 * move to `current` and `old` is deleted. Idempotent.
 *
 * @throws Fault if `old` cannot be a slug, `current` is not stored, both are the same, or names of products would clash
 */
export async function mapDirection(
  em: EntityManager,
  actor: Actor,
  names: z.input<typeof Names>,
): Promise<Mapping> {
  requireAdministrator(actor)
  const { old, current } = validate(Names, names)
  await lock(em, 'directions.map')
  const successor = await em.findOne(directions, { slug: current })
  if (!successor) throw invalid({ current: await notStoredMessage(em, current) })
  if (old === current)
    throw invalid({ old: `"${old}" is the current slug. Name the old slug that it replaces.` })
  await lockRecordsOf(em, old)
  // Locked until the transaction ends, so that no record is added to a direction that is about to be deleted.
  const predecessor = await em.findOne(directions, { slug: old }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const moved = predecessor ? await replace(em, actor, predecessor, successor) : nothingMoved
  const previous = await storeAlias(em, actor, old, successor)
  return { old, current, removed: predecessor !== null, previous, moved }
}

// A write of a canon rule locks the rule, then its product, then its direction. The same order here prevents deadlocks.
async function lockRecordsOf(em: EntityManager, direction: string): Promise<void> {
  for (const table of ['canon_rules', 'products'])
    await sql`
      select from ${sql.table(table)} where direction_id = (select id from directions where slug = ${direction})
      order by id for no key update`.execute(em.getKysely())
}

async function replace(em: EntityManager, actor: Actor, from: Direction, to: Direction): Promise<Moved> {
  await rejectNameClashes(em, from.id, to.id)
  const moved = await moveAll(em, actor, from.id, to.id)
  await em.nativeUpdate(directionAliases, { direction_id: from.id }, { direction_id: to.id })
  const { slug, name, description, status } = from
  const values = Object.entries({ slug, name, description, status })
  addHistory(
    em,
    actor,
    from,
    'deleted',
    Object.fromEntries(values.map(([field, value]) => [field, { from: value, to: null }])),
  )
  em.remove(from)
  await em.flush()
  return moved
}

// Moves the alias if another direction had it, and returns that direction's slug.
async function storeAlias(
  em: EntityManager,
  actor: Actor,
  slug: string,
  direction: Direction,
): Promise<string | null> {
  await em.nativeDelete(directionAliases, { slug: direction.slug })
  const alias = await em.findOne(directionAliases, { slug })
  if (alias?.direction_id === direction.id) return null
  const previous = alias && (await em.findOneOrFail(directions, { id: alias.direction_id })).slug
  if (alias) alias.direction_id = direction.id
  else em.create(directionAliases, { slug, direction_id: direction.id })
  addHistory(em, actor, direction, 'updated', { alias: { from: null, to: slug } })
  await em.flush()
  return previous
}

async function notStoredMessage(em: EntityManager, slug: string): Promise<string> {
  const stored = await em.findAll(directions, { fields: ['slug'], orderBy: { id: 'asc' } })
  return `"${slug}" is not a stored direction. Stored directions: ${stored.map((direction) => direction.slug).join(', ')}.`
}

// The kinds whose rows have a direction.
const movedKinds = Object.entries(kinds).filter(([, { hasDirection }]) => hasDirection)

/** The number of rows that moved, by table. */
export type Moved = Record<string, number>

/** The result where no row moved. */
const nothingMoved: Moved = Object.fromEntries(movedKinds.map(([, { table }]) => [table, 0]))

/** Moves all rows of one direction to another, with their history: one statement for each kind of record. */
export async function moveAll(em: EntityManager, actor: Actor, from: number, to: number): Promise<Moved> {
  requireAdministrator(actor)
  const moved = { ...nothingMoved }
  for (const [kind, { table }] of movedKinds) moved[table] = await move(em, actor, { kind, table, from, to })
  return moved
}

/** Throws `conflict` if both directions have a product of the same name. */
async function rejectNameClashes(em: EntityManager, from: number, to: number): Promise<void> {
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
