import { sql as builder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { revertChange } from '../../../src/catalog/undo/revert-change.ts'
import { transact } from '../../../src/database/transaction.ts'
import { upsertRows } from '../../../src/journal/upsert.ts'
import { mapDirection } from '../../../src/portfolio/direction/map.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { concurrentChange } from '../../../src/record/fault.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  root,
  sql,
} from '../../support/makers.ts'
import { makeCompany, makeContact, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, operator, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const rounds = 6

let world: World
let admin: TestUser
let actor: Actor
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  const { id, name } = admin
  actor = { ...operator, person: { id, name, role: 'admin', status: 'active' } }
})

const patch = (path: string, body: object) => world.send('PATCH', `${root}/${path}`, body)
const inTransaction = (write: Parameters<typeof transact>[1]) =>
  transact(world.database.orm, write).catch((error) => ({
    body: { message: (toFault(error) as Error).message },
  }))

/** Sets a field back to the value that it had before its last change. */
async function revertLast(record_type: 'task' | 'decision', id: number) {
  const [entry] = await sql(
    world,
    'select max(id)::int as id from history where record_type = $1 and record_id = $2',
    record_type,
    id,
  )
  return () =>
    inTransaction((em) =>
      revertChange(em, actor, Number(entry!.id), { version: Number(entry!.id), ticked: [] }),
    )
}

let number = 0
/** Stores a direction, which `mapDirection` can delete. */
async function makeDirection(): Promise<string> {
  const slug = `old-${++number}`
  const by = `'{"type": "system", "id": null, "name": "system"}'`
  await sql(
    world,
    `insert into directions (slug, name, description, created_by, updated_by) values ($1, $1, '', ${by}, ${by})`,
    slug,
  )
  return slug
}
const map = (old: string) => () =>
  inTransaction((em) => mapDirection(em, operator, { old, current: 'utilities' }))

type Writes = (() => Promise<unknown>)[]

// Each makes its records and returns the writes that lock the same rows.
const pairs: Record<string, () => Promise<Writes>> = {
  'decisions that rest on each other': async () => {
    const [one, other] = [await makeDecision(world), await makeDecision(world)]
    const rest = (id: number, on: number) => () =>
      patch(`decisions/${id}`, { evidence: [{ type: 'decision', id: on }] })
    return [rest(one.id, other.id), rest(other.id, one.id)]
  },
  'the change of a decision and a revert': async () => {
    const [one, other] = [await makeDecision(world), await makeDecision(world)]
    const evidence = [{ type: 'decision', id: other.id }]
    for (const list of [evidence, []]) await patch(`decisions/${one.id}`, { evidence: list })
    const rest = () => patch(`decisions/${other.id}`, { evidence: [{ type: 'decision', id: one.id }] })
    return [await revertLast('decision', one.id), rest]
  },
  'the change of a blocker and a revert': async () => {
    const [one, other] = [await makeTask(world), await makeTask(world)]
    for (const blocked_by of [other.id, null]) await patch(`tasks/${one.id}`, { blocked_by })
    return [await revertLast('task', one.id), () => patch(`tasks/${other.id}`, { blocked_by: one.id })]
  },
  'the mapping of a direction and the change of a rule': async () => {
    const direction_slug = await makeDirection()
    const { id: product_id } = await makeProduct(world, { direction_slug })
    const { id } = await makeRule(world, { product_id, direction_slug })
    return [map(direction_slug), () => patch(`canon-rules/${id}`, { direction_slug, title: 'New' })]
  },
  'the mapping of a direction and a new scope of rules': async () => {
    const direction_slug = await makeDirection()
    const { id: product_id } = await makeProduct(world, { direction_slug })
    const rules = [await makeRule(world, { product_id }), await makeRule(world, { product_id })]
    return [
      map(direction_slug),
      ...rules.map(
        ({ id }) =>
          () =>
            patch(`canon-rules/${id}`, { direction_slug }),
      ),
    ]
  },
  'the mapping of a direction and moves of products and apps': async () => {
    const direction_slug = await makeDirection()
    const product = await makeProduct(world, { direction_slug })
    const other = await makeProduct(world)
    const app = await makeApp(world, { product_slug: product.slug })
    return [
      map(direction_slug),
      () => patch(`products/${product.id}`, { direction_slug: 'fitness' }),
      () => patch(`products/${other.id}`, { direction_slug }),
      () => patch(`apps/${app.id}`, { product_slug: null }),
      () => makeSignal(world, { direction_slug }).catch(() => null),
    ]
  },
  'an app that changes products and the products': async () => {
    const [one, other] = [await makeProduct(world), await makeProduct(world)]
    const app = await makeApp(world, { product_slug: one.slug })
    return [
      () => patch(`apps/${app.id}`, { product_slug: other.slug }),
      () => patch(`products/${one.id}`, { direction_slug: 'fitness' }),
      () => patch(`products/${other.id}`, { summary: 'New' }),
    ]
  },
  'strategies, their keywords, contacts and companies': async () => {
    const [company, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy = await makeStrategy(admin, { company_id: company.id })
    const keyword = await makeKeyword(admin, { strategy_id: strategy.id })
    const contact = await makeContact(admin, { strategy_id: strategy.id, company_id: company.id })
    return [
      () => admin.send('PATCH', `/strategies/${strategy.id}`, { company_id: other.id }),
      () => admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: null, status: 'active' }),
      () => admin.send('PATCH', `/contacts/${contact.id}`, { company_id: other.id, strategy_id: null }),
      () => admin.send('PATCH', `/companies/${other.id}`, { name: `Renamed ${other.id}` }),
      () => admin.send('DELETE', `/companies/${company.id}`),
      () => admin.send('DELETE', `/strategies/${strategy.id}`),
    ]
  },
  'imports of the same rows in different orders': async () => {
    const { id: app_id } = await makeApp(world)
    const round = ++number
    const rows = Array.from({ length: 5 }, (_, index) => ({
      app_id,
      keyword: `word ${index}`,
      country: 'DE',
      date: '2026-11-20',
      position: round,
    }))
    // One statement for each row, as for each part of a large file.
    const store = (given: typeof rows) => () =>
      inTransaction(async (em) => {
        const match = builder<boolean>`stored.app_id = given.app_id and stored.keyword = given.keyword`
        const common = { recordType: 'keyword_position', match, columns: ['position'], maxChanges: 0 }
        for (const row of given) await upsertRows(em, actor, { ...common, rows: [row] })
      })
    return [store(rows), store(rows.toReversed())]
  },
}

describe('writes that lock the same rows at once', () => {
  it.each(Object.entries(pairs))('do not deadlock: %s', async (_, make) => {
    for (let round = 0; round < rounds; round++) {
      const writes = await make()
      const answers = await Promise.all(writes.map((write) => write()))
      for (const answer of answers)
        expect(answer).not.toMatchObject({ body: { message: concurrentChange().message } })
    }
  })
})
