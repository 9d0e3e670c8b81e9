import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { analyzeClicks, createNextClickPartitions } from '../../../../src/operations/click/partitions.ts'
import { dayOf, daysFromToday, today } from '../../../../src/record/rules/day.ts'
import { makeClickRow } from '../../../support/clicks.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const year = new Date().getUTCFullYear()

let world: World
let manager: TestUser
let row: Awaited<ReturnType<typeof makeClickRow>>
beforeAll(async () => {
  world = await makeWorld()
  manager = await makePerson(world, 'manager')
  row = await makeClickRow(manager)
})

async function partitions(): Promise<string[]> {
  const found = await sql(
    world,
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'clicks'::regclass order by relname collate "C"`,
  )
  return found.map(({ name }) => String(name))
}

const nameOf = (day: string) => `clicks_${day.slice(0, 7).replace('-', '_')}`
const store = (date: string, query = '') =>
  manager.send('POST', `/analytics/clicks${query}`, { ...row, date })

describe('the partitions of the clicks', () => {
  it('are created ahead for the next month', async () => {
    const next = [today(), daysFromToday(31)].map(nameOf)
    expect(await partitions()).toContain(next[0])
    await transact(world.database.orm, createNextClickPartitions)
    expect(await partitions()).toEqual(expect.arrayContaining(next))
  })

  it('are created by the first writes of a month, also by many at once', async () => {
    const days = Array.from({ length: 10 }, (_, index) => `${year - 1}-02-${10 + index}`)
    const answers = await Promise.all(days.map((day) => store(day)))
    expect(answers.map(({ status }) => status)).toEqual(days.map(() => 201))
    expect(await partitions()).toContain(`clicks_${year - 1}_02`)
    expect((await store(`${year - 1}-02-10`)).status).toBe(200)
  })

  it('are created by a batch of several months, and a repeated key returns the first answer', async () => {
    const rows = ['05-31', '06-01', '12-31'].map((day) => ({ ...row, date: `${year - 1}-${day}` }))
    const send = () =>
      manager.send('POST', '/analytics/clicks/bulk', { rows }, { 'idempotency-key': 'several-months' })
    const expected = { created: 3, updated: 0, skipped: 0, errors: [] }
    expect((await send()).body).toEqual(expected)
    expect((await send()).body).toEqual(expected)
    const created = ['05', '06', '12'].map((month) => `clicks_${year - 1}_${month}`)
    expect(await partitions()).toEqual(expect.arrayContaining(created))
  })

  it('are created by a dry run, which stores no row', async () => {
    const { status } = await store(`${year - 1}-03-04`, '?dry_run=1')
    expect(status).toBe(200)
    expect(await sql(world, 'select from clicks where date = $1', `${year - 1}-03-04`)).toEqual([])
  })

  it('are those of years for other years, and two for all days before 2015 and from 2040 on', async () => {
    const before = await partitions()
    const days = [
      '2000-01-01',
      '2014-12-31',
      '2015-01-01',
      '2015-12-31',
      '2039-02-01',
      '2040-01-01',
      '2100-12-31',
    ]
    const rows = days.map((date) => ({ ...row, date }))
    expect((await manager.send('POST', '/analytics/clicks/bulk', { rows })).body.created).toBe(7)
    expect(await partitions()).toEqual(
      [...before, 'clicks_2014_or_before', 'clicks_2015_all', 'clicks_2039_all', 'clicks_from_2040'].sort(),
    )
    const list = await manager.send('GET', '/analytics/clicks?date_from=2039-01-01&per_page=2')
    expect(list.body.data.map(({ date }: { date: string }) => date)).toEqual(['2100-12-31', '2040-01-01'])
  })

  it('are at most 50, whatever days are sent', async () => {
    const days = Array.from({ length: 101 * 12 }, (_, month) => dayOf(Date.UTC(2000, month, 15)))
    const rows = days.map((date) => ({ ...row, date, clicks: 1 }))
    const { status, body } = await manager.send('POST', '/analytics/clicks/bulk', { rows })
    expect([status, body.errors]).toEqual([200, []])
    expect((await partitions()).length).toBeLessThanOrEqual(50)
  })

  it('are months in a year that has the partition of a month', async () => {
    await sql(world, 'drop table clicks_2035_all')
    await sql(
      world,
      `create table clicks_2035_01 partition of clicks for values from ('2035-01-01') to ('2035-02-01')`,
    )
    expect((await store('2035-07-01')).status).toBe(201)
    expect((await partitions()).filter((name) => name.includes('2035'))).toEqual([
      'clicks_2035_01',
      'clicks_2035_07',
    ])
  })

  it('keep a tenth of each page free', async () => {
    const options = await sql(
      world,
      `select distinct reloptions from pg_class
        where relname like 'clicks\\_%' and relname <> 'clicks_2035_01' and relkind = 'r'`,
    )
    expect(options).toEqual([{ reloptions: ['fillfactor=90'] }])
  })
})

it('has the clicks analyzed at most once a day', async () => {
  const analyzed = () =>
    sql(world, `select last_analyze from pg_stat_user_tables where relid = 'clicks'::regclass`)
  await sql(world, `select pg_stat_reset()`)
  await analyzeClicks(world.database.orm)
  await expect.poll(async () => (await analyzed())[0]?.last_analyze).not.toBeNull()
  const [first] = await analyzed()
  expect(await sql(world, `select from pg_stats where tablename = 'clicks'`)).not.toEqual([])
  await analyzeClicks(world.database.orm)
  await sql(world, 'select pg_stat_force_next_flush()')
  expect(await analyzed()).toEqual([first])
})

it('creates nothing for a caller who may not write', async () => {
  const reader = await makePerson(world, 'user')
  const before = await partitions()
  const { status } = await reader.send('POST', '/analytics/clicks', { ...row, date: `${year}-01-01` })
  expect([status, await partitions()]).toEqual([403, before])
})
