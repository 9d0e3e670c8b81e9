import { beforeAll, beforeEach, expect, it } from 'vitest'
import { operator } from '../../../cli/database.ts'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
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

it('spreads the changes over twenty weeks, none of them in the future', async () => {
  const [row] = await sql(
    world,
    `select min(created_at) as first, max(created_at) as last, count(distinct created_at::date)::int as days,
       count(*) filter (where created_at > now())::int as future from history`,
  )
  const { first, last, days, future } = row ?? {}
  expect((Date.parse(String(last)) - Date.parse(String(first))) / day).toBeGreaterThan(139)
  expect(days).toBeGreaterThan(40)
  expect(future).toBe(0)
})

it('gives each record the times of its history, and each status the time at which it was reached', async () => {
  const types = await sql(world, 'select distinct record_type from history')
  expect(types.length).toBeGreaterThan(20)
  for (const [type, { table }] of recordCatalog) {
    const differing = await sql(
      world,
      `select id from ${table} as record join (
         select record_id, min(created_at) as first, max(created_at) as last
         from history where record_type = '${type}' group by record_id
       ) as entries on record_id = id
       where record.created_at <> first or (to_jsonb(record) ? 'updated_at' and (to_jsonb(record) ->> 'updated_at')::timestamptz <> last)`,
    )
    expect([type, differing]).toEqual([type, []])
  }
  for (const [table, type, column, least] of [
    ['signals', 'signal', 'resolved_at', 4],
    ['tasks', 'task', 'done_at', 5],
    ['decisions', 'decision', 'judged_at', 12],
    ['insights', 'insight', 'retracted_at', 3],
    ['economics', 'economics', 'retracted_at', 1],
  ] as const) {
    const rows = await sql(
      world,
      `select ${column} = (last.changes -> '${column}' ->> 'to')::timestamptz as same, event, ${column} = last.created_at as at_once
       from ${table} as record cross join lateral (
         select * from history where record_type = '${type}' and record_id = record.id and changes ? '${column}' order by id desc limit 1
       ) as last where ${column} is not null`,
    )
    expect([table, rows.length >= least]).toEqual([table, true])
    for (const { same, event, at_once } of rows)
      expect([table, same, at_once || event === 'created']).toEqual([table, true, true])
  }
})

it('has the values that the history says last', async () => {
  for (const [type, { table }] of recordCatalog) {
    const differing = await sql(
      world,
      `select distinct on (record.id, field) record.id, field, change.value -> 'to' as said, to_jsonb(record) -> field as stored
       from ${table} as record join history on record_type = '${type}' and record_id = record.id
         cross join jsonb_each(changes) as change (field, value)
       where to_jsonb(record) ? field
       order by record.id, field, history.id desc`,
    )
    const wrong = differing.filter(({ field, said, stored }) => {
      const isTime = /_at$/.test(String(field)) && said !== null
      const [one, other] = isTime ? [said, stored].map((time) => Date.parse(String(time))) : [said, stored]
      return JSON.stringify(one) !== JSON.stringify(other)
    })
    expect([type, wrong]).toEqual([type, []])
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
