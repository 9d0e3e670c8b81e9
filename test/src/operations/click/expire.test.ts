import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { deleteOldClicks } from '../../../../src/operations/click/expire.ts'
import { updateClickMonths } from '../../../../src/operations/click/monthly-totals.ts'
import { dayMs, dayOf, today } from '../../../../src/record/rules/day.ts'
import { addPartitions, makeClickRow } from '../../../support/clicks.ts'
import { sql } from '../../../support/makers.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// The months of this year and the last one have partitions of their own.
const now = new Date()
const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
const monthsAgo = (months: number) => dayOf(Date.UTC(year, month - months))
const firstDay = '2013-12-30'

let world: World
let manager: TestUser
let row: Awaited<ReturnType<typeof makeClickRow>>
beforeAll(async () => {
  world = await makeWorld()
  manager = await makePerson(world, 'manager')
  row = await makeClickRow(manager)
  await addPartitions(world, firstDay, today())
  await sql(
    world,
    `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
    select day, $1, $2, 1, '{"type": "system", "id": null, "name": "test"}', '{"type": "system", "id": null, "name": "test"}'
    from generate_series($3::date, $4::date, '1 day') as day`,
    row.app_id,
    row.company_id,
    firstDay,
    today(),
  )
  await updateClickMonths(world.database.orm)
})

const deleteOlderThan = (months: number, at = now) => deleteOldClicks(world.database.orm, months, at)
const firstStored = async () => (await sql(world, 'select min(date) as first from clicks'))[0]?.first
const store = (date: string) => manager.send('POST', '/analytics/clicks', { ...row, date, clicks: 2 })
const nameOf = (day: string) => `clicks_${day.slice(0, 7).replace('-', '_')}`
const tables = (day: string) => sql(world, 'select from pg_class where relname = $1', nameOf(day))

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

it('deletes nothing if the retention is 0', async () => {
  await deleteOlderThan(0)
  expect(await firstStored()).toBe(firstDay)
})

it('keeps the partition of all days before 2015 until none of them may be kept', async () => {
  const since2015 = 12 * (year - 2015) + month
  await deleteOlderThan(since2015 + 1)
  expect(await firstStored()).toBe(firstDay)
  await deleteOlderThan(since2015)
  expect(await firstStored()).toBe('2015-01-01')
})

it('keeps the partition of an earlier year until none of its days may be kept', async () => {
  await deleteOlderThan(month + 13)
  expect(await firstStored()).toBe(`${year - 2}-01-01`)
  await deleteOlderThan(month + 12)
  expect(await firstStored()).toBe(`${year - 1}-01-01`)
})

it('deletes the months of which every day is older, with their totals and noted days', async () => {
  const [first, dayBefore] = [monthsAgo(11), dayOf(Date.parse(monthsAgo(11)) - dayMs)]
  await sql(world, `update clicks set clicks = 3 where date in ($1, $2)`, first, dayBefore)
  await deleteOlderThan(11)
  expect(await firstStored()).toBe(first)
  expect(await sql(world, 'select min(month) as first from click_months')).toEqual([{ first }])
  expect(await sql(world, 'select date from changed_click_days')).toEqual([{ date: first }])
  expect(await tables(dayBefore)).toEqual([])
})

it('counts months from the last day of a month as from its first', async () => {
  await deleteOlderThan(10, new Date(Date.UTC(year, month + 1, 0)))
  expect(await firstStored()).toBe(monthsAgo(10))
})

it('stores clicks of a deleted month again, until the next run', async () => {
  expect((await store(monthsAgo(11))).status).toBe(201)
  expect(await firstStored()).toBe(monthsAgo(11))
  await deleteOlderThan(10)
  expect(await firstStored()).toBe(monthsAgo(10))
})

it('is continued by the next run if a transaction reads for long, and a write of that month gets 503', async () => {
  const reader = await connect()
  await reader.query('begin; select count(*) from clicks')
  await expect(deleteOlderThan(9)).rejects.toMatchObject({ code: '55P03' })
  const answer = await store(monthsAgo(10))
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await store(monthsAgo(9))).status).toBe(200)
  await reader.query('commit')
  await deleteOlderThan(9)
  expect([await firstStored(), await tables(monthsAgo(10))]).toEqual([monthsAgo(9), []])
})

it('drops a month that an interrupted run has detached', async () => {
  await sql(world, `alter table clicks detach partition ${nameOf(monthsAgo(9))}`)
  expect(await tables(monthsAgo(9))).toHaveLength(1)
  await deleteOlderThan(8)
  expect([await firstStored(), await tables(monthsAgo(9))]).toEqual([monthsAgo(8), []])
})

it('lets writes of applications wait for a moment only, even while another transaction changes one', async () => {
  const writer = await connect()
  await writer.query(`begin; update applications set name = name`)
  const deletion = deleteOlderThan(7)
  const waits: number[] = []
  while (waits.length < 20) {
    const startedAt = performance.now()
    await makeApplication(manager)
    waits.push(performance.now() - startedAt)
  }
  await writer.query('commit')
  await deletion
  expect(await firstStored()).toBe(monthsAgo(7))
  expect(Math.max(...waits)).toBeLessThan(2000)
})

it('may run on three servers at once', async () => {
  await Promise.all([deleteOlderThan(1), deleteOlderThan(1), deleteOlderThan(1)])
  expect(await firstStored()).toBe(monthsAgo(1))
})
