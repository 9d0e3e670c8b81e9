import { beforeAll, beforeEach, expect, it } from 'vitest'
import { operator } from '../../../cli/database.ts'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { transact } from '../../../src/database/transaction.ts'
import { root, sql } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

const day = 86_400_000

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const options = { force: false, report: () => undefined }
  await transact(world.database.orm, (em) => fillDemo(em, operator, options), { timeLimit: 'bulk' })
})
beforeEach(() => settled(world))

it('spreads the changes over ten weeks, none of them in the future', async () => {
  const [row] = await sql(
    world,
    `select min(created_at) as first, max(created_at) as last, count(distinct created_at::date)::int as days,
       count(*) filter (where created_at > now())::int as future from history`,
  )
  const { first, last, days, future } = row ?? {}
  expect((Date.parse(String(last)) - Date.parse(String(first))) / day).toBeGreaterThan(69)
  expect(days).toBeGreaterThan(40)
  expect(future).toBe(0)
})

it('gives each record the time of its creation in the history', async () => {
  const types = await sql(world, 'select distinct record_type from history')
  expect(types.length).toBeGreaterThan(20)
  for (const [path, key, entity] of [
    ['products', 'products', 'product'],
    ['signals', 'signals', 'signal'],
    ['tasks', 'tasks', 'task'],
  ] as const) {
    const { body } = await world.send('GET', `${root}/${path}?limit=200`)
    const { changes } = (await world.send('GET', `${root}/changes?limit=200&entity=${entity}`)).body
    const times = new Map(changes.map(({ id, at }: { id: number; at: string }) => [id, at]))
    expect(body[key].length).toBeGreaterThan(5)
    for (const { id, created_at, updated_at } of body[key])
      expect([created_at, updated_at]).toEqual([times.get(id), times.get(id)])
  }
})

it('returns the changes in the order of their times', async () => {
  const { changes } = (await world.send('GET', `${root}/changes?limit=200`)).body
  const times = changes.map(({ at }: { at: string }) => at)
  expect(new Set(times).size).toBeGreaterThan(20)
  expect(times).toEqual(times.toSorted())
})

it('dates no record before the one that it belongs to', async () => {
  const parents = [
    ['apps', 'products', 'product_id'],
    ['signals', 'products', 'product_id'],
    ['decisions', 'products', 'product_id'],
    ['economics', 'products', 'product_id'],
    ['tasks', 'decisions', 'product_decision_id'],
    ['keyword_positions', 'apps', 'app_id'],
    ['keywords', 'strategies', 'strategy_id'],
    ['bugs', 'services', 'service_id'],
  ]
  for (const [table, owners, key] of parents) {
    const early = await sql(
      world,
      `select record.id from ${table} as record join ${owners} as owner on owner.id = record.${key}
       where record.created_at < owner.created_at`,
    )
    expect([table, early]).toEqual([table, []])
  }
})
