import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { compareClicks } from '../../../../src/operations/click/explore.ts'
import { updateClickMonths } from '../../../../src/operations/click/monthly-totals.ts'
import { dayMs, dayOf, daysBetween } from '../../../../src/record/rules/day.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

type Row = { date: string; app_id: number; company_id: number; clicks: number; status: string }

const statuses = ['ok', 'ok', 'ok', 'pending', 'suspicious', 'rejected']
const firstDay = Date.parse('2025-01-01')
const days = 500
const dayAt = (index: number) => dayOf(firstDay + index * dayMs)

let world: World
let admin: TestUser
const apps: number[] = []
const companies: number[] = []

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  for (let index = 0; index < 3; index++) {
    apps.push((await makeApplication(admin)).id)
    companies.push((await makeCompany(admin)).id)
  }
})

/** Stores clicks of random days before a day. */
async function storeClicks(count: number, before = days): Promise<void> {
  const pick = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)] as T
  const rows = Array.from({ length: count }, () => ({
    date: dayAt(Math.floor(Math.random() * before)),
    app_id: pick(apps),
    company_id: pick(companies),
    clicks: Math.floor(Math.random() * 1000),
    status: pick(statuses),
  }))
  expect((await admin.send('POST', '/analytics/clicks/bulk', { rows })).status).toBe(200)
}

const stored = () =>
  sql(world, 'select date, app_id, company_id, clicks, status from clicks') as Promise<Row[]>

type Dimension = 'application' | 'company' | 'status'
const keys = { application: 'app_id', company: 'company_id', status: 'status' } as const

/** Adds the rows up without SQL. */
function expected(rows: Row[], by: Dimension, from: string, to: string) {
  const length = daysBetween(from, to) + 1
  const before = dayOf(Date.parse(from) - length * dayMs)
  const counted = rows.filter(({ status }) => by === 'status' || status !== 'rejected')
  const sums = new Map<string, [number, number]>()
  for (const row of counted) {
    if (row.date < before || row.date > to || row.clicks === 0) continue
    const sum = sums.get(String(row[keys[by]])) ?? [0, 0]
    sum[row.date >= from ? 0 : 1] += row.clicks
    sums.set(String(row[keys[by]]), sum)
  }
  const perDay = Array.from({ length }, (_, index) =>
    rows
      .filter(({ date, status }) => status !== 'rejected' && date === dayOf(Date.parse(from) + index * dayMs))
      .reduce((sum, { clicks }) => sum + clicks, 0),
  )
  return { sums: Object.fromEntries(sums), perDay }
}

async function found(by: Dimension, date_from: string, date_to: string) {
  const { rows, days } = await compareClicks(world.database.read, { by, date_from, date_to })
  for (const row of rows) expect(row.days.reduce((sum, clicks) => sum + clicks, 0)).toBe(row.clicks)
  return {
    sums: Object.fromEntries(
      rows.map(({ id, name, clicks, clicks_before }) => [String(id ?? name), [clicks, clicks_before]]),
    ),
    perDay: days.map(({ clicks }) => clicks),
  }
}

const period = fc
  .tuple(fc.integer({ min: 100, max: days }), fc.integer({ min: 1, max: 100 }))
  .map(([last, length]) => [dayAt(last - length), dayAt(last)] as const)
const dimension = fc.constantFrom<Dimension>('application', 'company', 'status')

async function compareAll(): Promise<void> {
  const rows = await stored()
  await fc.assert(
    fc.asyncProperty(dimension, period, async (by, [from, to]) => {
      expect(await found(by, from, to)).toEqual(expected(rows, by, from, to))
    }),
    { numRuns: 15 },
  )
}

describe('the sums of a period and of the period before it', () => {
  it('are those of the clicks before any are added up', async () => {
    await storeClicks(1000)
    await compareAll()
  })

  it('stay the same once the clicks are added up', async () => {
    await updateClickMonths(world.database.orm)
    expect(await sql(world, 'select count(*)::int as count from changed_click_days')).toEqual([{ count: 0 }])
    await sql(world, 'alter table clicks rename to clicks_elsewhere')
    try {
      // An empty table, so that every sum comes from the totals.
      await sql(world, 'create table clicks (like clicks_elsewhere)')
      const rows = (await sql(
        world,
        'select date, app_id, company_id, clicks, status from clicks_elsewhere',
      )) as Row[]
      expect(await found('application', dayAt(150), dayAt(249))).toEqual(
        expected(rows, 'application', dayAt(150), dayAt(249)),
      )
    } finally {
      await sql(world, 'drop table clicks')
      await sql(world, 'alter table clicks_elsewhere rename to clicks')
    }
    await compareAll()
  })

  it('include later changes at once, and after the next update', async () => {
    await storeClicks(60)
    await sql(world, `update clicks set clicks = clicks + 7 where date = '${dayAt(40)}'`)
    await sql(world, `delete from clicks where date between '${dayAt(300)}' and '${dayAt(310)}'`)
    await sql(world, `delete from clicks where app_id = ${apps[2]}`)
    await compareAll()
    await updateClickMonths(world.database.orm)
    await compareAll()
  })

  it('include the clicks of a transaction that was open during an update', async () => {
    const writer = new pg.Client({ connectionString: world.url })
    await writer.connect()
    onTestFinished(() => writer.end())
    await writer.query(`begin; update clicks set clicks = clicks + 100 where date > '${dayAt(200)}'`)
    // The rows of the other days are locked.
    await storeClicks(20, 200)
    await Promise.all([updateClickMonths(world.database.orm), updateClickMonths(world.database.orm)])
    await writer.query('commit')
    await compareAll()
    await updateClickMonths(world.database.orm)
    await compareAll()
  })

  it('are those of one application or company if one is given', async () => {
    const range = { date_from: dayAt(200), date_to: dayAt(299) }
    const rows = await stored()
    const [app_id = 0, , , company_id = 0] = [...apps, ...companies]
    const ofApp = await compareClicks(world.database.read, { ...range, app_id, by: 'company' })
    const own = expected(
      rows.filter((row) => row.app_id === app_id),
      'company',
      range.date_from,
      range.date_to,
    )
    expect(Object.fromEntries(ofApp.rows.map((row) => [row.id, [row.clicks, row.clicks_before]]))).toEqual(
      own.sums,
    )
    expect(ofApp.days.map(({ clicks }) => clicks)).toEqual(own.perDay)
    const ofBoth = await compareClicks(world.database.read, { ...range, app_id, company_id })
    expect(ofBoth.rows.map(({ id }) => id)).toEqual([app_id])
  })

  it('are divided by product, direction and platform of the applications, before and after they are added up', async () => {
    const range = { date_from: dayAt(200), date_to: dayAt(299) }
    const direction = await makeProduct(world)
    const app = await makeApp(world, { product_slug: direction.slug, platform: 'Android' })
    const [first = 0, second = 0] = apps
    await sql(world, `update applications set app_id = ${app.id}, platform = 'android' where id = ${first}`)
    const divided = async (by: 'product' | 'direction' | 'platform' | 'application') => {
      const { rows } = await compareClicks(world.database.read, { ...range, by })
      for (const row of rows) expect(row.days.reduce((sum, clicks) => sum + clicks, 0)).toBe(row.clicks)
      return new Map(rows.map(({ name, clicks, clicks_before }) => [name, [clicks, clicks_before]]))
    }
    const sumOf = async (ids: number[]) => {
      const { rows } = await compareClicks(world.database.read, { ...range, by: 'application' })
      const of = rows.filter(({ id }) => ids.includes(id ?? 0))
      return [
        of.reduce((sum, { clicks }) => sum + clicks, 0),
        of.reduce((sum, { clicks_before }) => sum + clicks_before, 0),
      ]
    }
    for (const update of [false, true]) {
      if (update) await updateClickMonths(world.database.orm)
      const others = await sumOf([second, apps[2] ?? 0])
      const own = await sumOf([first])
      expect(await divided('product')).toEqual(
        new Map([
          [direction.name, own],
          [null, others],
        ]),
      )
      expect([...(await divided('direction')).values()]).toEqual(expect.arrayContaining([own, others]))
      expect(await divided('platform')).toEqual(
        new Map([
          ['android', own],
          ['ios', others],
        ]),
      )
      await storeClicks(40)
    }
    await sql(world, `update applications set deleted_at = now() where id = ${first}`)
    expect([...(await divided('product')).keys()]).toEqual([null])
    expect((await divided('platform')).has('android')).toBe(true)
  })

  it('are none once all clicks are truncated', async () => {
    await sql(world, 'truncate clicks')
    expect(await found('application', dayAt(200), dayAt(299))).toEqual({
      sums: {},
      perDay: Array.from({ length: 100 }, () => 0),
    })
  })
})
