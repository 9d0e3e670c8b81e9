import { beforeAll, describe, expect, it } from 'vitest'
import { readTimeline, type Timeline } from '../../../../src/catalog/timeline/read.ts'
import { updateClickMonths } from '../../../../src/operations/click/monthly-totals.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// The last full day is that before `today`.
const to = '2026-05-31'
const today = '2026-06-01'
const { addPosition, addTruth } = marketOf(() => world)

let world: World
let product: { id: number; slug: string }
let android: { id: number; slug: string; name: string }
let ios: typeof android

beforeAll(async () => {
  world = await makeWorld()
  product = await makeProduct(world)
  android = await makeApp(world, { product_id: product.id, platform: 'Android', name: 'Scanner' })
  ios = await makeApp(world, { product_id: product.id, platform: 'iOS', name: 'Scanner' })
})

const timelineOf = (query: { days?: number; zone?: string; picked?: string[]; product_id?: number } = {}) =>
  readTimeline(world.database.read, { product_id: product.id, today, days: 90, zone: 'UTC', ...query })

/** Moves a record to another time. */
const setTime = (table: string, id: number, columns: Record<string, string>) =>
  sql(
    world,
    `update ${table} set ${Object.keys(columns).map((column, index) => `${column} = $${index + 2}`)} where id = $1`,
    id,
    ...Object.values(columns),
  )

const names = ({ keywords }: Pick<Timeline, 'keywords'>) => keywords.map(({ keyword }) => keyword)

describe('the timeline of a product', () => {
  it('has nothing of a product without records', async () => {
    const { id } = await makeProduct(world)
    const { from, to: last, writes, signals, ...rest } = await timelineOf({ product_id: id })
    expect([from, last]).toEqual(['2026-03-03', to])
    expect(writes).toEqual([])
    expect(signals).toEqual({ total: 0, items: [] })
    expect(Object.values(rest)).toEqual(Object.values(rest).map(() => []))
  })

  it('has the five keywords that moved most, whatever their rank, joined over platforms', async () => {
    const add = (app_slug: string, keyword: string, date: string, position: number | null) =>
      addPosition({ app_slug, keyword, date, position })
    for (const [index, keyword] of ['one', 'two', 'three', 'four', 'five'].entries()) {
      await add(android.slug, keyword, '2026-03-10', 1 + index)
      await add(android.slug, keyword, '2026-05-30', 3 + 2 * index)
    }
    await add(android.slug, 'Fell', '2026-03-10', 28)
    await add(ios.slug, 'fell', '2026-03-10', 40)
    expect(names(await timelineOf())).not.toContain('fell')
    await add(android.slug, 'fell', '2026-05-30', 90)
    await add(ios.slug, 'fell', '2026-05-31', 62)
    const { keywords, offered } = await timelineOf()
    expect(names({ keywords })).toEqual(['fell', 'five', 'four', 'three', 'two'])
    expect(keywords[0]).toEqual({
      keyword: 'fell',
      country: 'DE',
      position: 62,
      change: 28 - 62,
      points: [
        { date: '2026-03-10', position: 28 },
        { date: '2026-05-30', position: 90 },
        { date: '2026-05-31', position: 62 },
      ],
    })
    expect(names({ keywords: offered as never })).toEqual(['fell', 'five', 'four', 'three', 'two', 'one'])
    expect(names(await timelineOf({ picked: ['one, DE', 'fell, DE', 'unknown, FR'] }))).toEqual([
      'fell',
      'one',
    ])
  })

  it('has ratings and releases, where the first known version of an app is no release', async () => {
    await addTruth({ app_slug: android.slug, date: '2026-01-01', version: '1.0', rating: 4 })
    await addTruth({ app_slug: android.slug, date: '2026-04-01', version: '1.1', rating: 4.2 })
    await addTruth({ app_slug: android.slug, date: '2026-04-02', version: '1.1' })
    await addTruth({ app_slug: ios.slug, date: '2026-04-03', version: '7', rating: 3.9 })
    const { ratings, releases } = await timelineOf()
    const app = { app_id: android.id, app_name: 'Scanner', platform: 'Android' }
    expect(ratings).toEqual([
      { ...app, points: [{ date: '2026-04-01', rating: 4.2 }] },
      { ...app, app_id: ios.id, platform: 'iOS', points: [{ date: '2026-04-03', rating: 3.9 }] },
    ])
    expect(releases).toEqual([{ ...app, date: '2026-04-01', version: '1.1' }])
  })

  it('has the clicks of each day of its applications, without rejected ones', async () => {
    const admin = await makePerson(world)
    const company_id = (await makeCompany(admin)).id
    const own = await makeApplication(admin, { app_slug: android.slug, platform: 'android' })
    const other = await makeApplication(admin)
    const row = { company_id, clicks: 5 }
    const rows = [
      { ...row, app_id: own.id, date: to },
      { ...row, app_id: own.id, date: '2026-05-30', status: 'rejected' },
      { ...row, app_id: own.id, date: '2026-01-30' },
      { ...row, app_id: other.id, date: to },
    ]
    expect((await admin.send('POST', '/analytics/clicks/bulk', { rows })).body.created).toBe(4)
    await updateClickMonths(world.database.orm)
    const { clicks } = await timelineOf({ days: 30 })
    expect(clicks).toHaveLength(31)
    expect(clicks.at(-1)?.date).toBe(today)
    expect(clicks.filter(({ clicks }) => clicks > 0)).toEqual([{ date: to, clicks: 5 }])
  })

  it('has signals from their creation to their end, decisions and tasks, by the day of the time zone', async () => {
    const of = { product_slug: product.slug }
    const [open, resolved, before] = [
      await makeSignal(world, { ...of, title: 'Crashes' }),
      await makeSignal(world, { ...of, title: 'Slow', severity: 'critical', status: 'resolved' }),
      await makeSignal(world, { ...of, title: 'Long ago', status: 'resolved' }),
    ]
    await setTime('signals', open.id, { created_at: '2026-05-30T23:30:00Z' })
    await setTime('signals', resolved.id, { created_at: '2026-01-01', resolved_at: '2026-04-01' })
    await setTime('signals', before.id, { created_at: '2026-01-01', resolved_at: '2026-02-01' })
    const decision = await makeDecision(world, { ...of, title: 'Stop' })
    await setTime('decisions', decision.id, { created_at: '2026-05-01T12:00:00Z' })
    const task = await makeTask(world, { ...of, title: 'Fix', status: 'done' })
    await setTime('tasks', task.id, { created_at: '2026-05-02', done_at: '2026-05-03' })
    const { signals, decisions, tasks } = await timelineOf()
    expect(signals.total).toBe(2)
    expect(signals.items).toEqual([
      {
        id: open.id,
        title: 'Crashes',
        signal_type: 'problem',
        severity: 'medium',
        first: '2026-05-30',
        last: null,
      },
      {
        id: resolved.id,
        title: 'Slow',
        signal_type: 'problem',
        severity: 'critical',
        first: '2026-01-01',
        last: '2026-04-01',
      },
    ])
    expect(decisions).toEqual([{ id: decision.id, title: 'Stop', outcome: null, date: '2026-05-01' }])
    expect(tasks).toEqual([
      { id: task.id, title: 'Fix', event: 'created', date: '2026-05-02' },
      { id: task.id, title: 'Fix', event: 'done', date: '2026-05-03' },
    ])
    const inTokyo = await timelineOf({ zone: 'Asia/Tokyo' })
    expect(inTokyo.signals.items[0]?.first).toBe('2026-05-31')
  })

  it('has the unresolved, the most severe and the newest signals first', async () => {
    const { id, slug } = await makeProduct(world)
    const order = [
      ['newest critical', 'critical', '2026-05-31', null],
      ['old critical', 'critical', '2026-01-02', null],
      ['high', 'high', '2026-05-30', null],
      ['low', 'low', '2026-05-29', null],
      ['resolved critical', 'critical', '2026-05-28', '2026-05-30'],
    ] as const
    for (const [title, severity, created_at, resolved_at] of order.toReversed()) {
      const status = resolved_at ? 'resolved' : 'open'
      const signal = await makeSignal(world, { product_slug: slug, title, severity, status })
      await setTime('signals', signal.id, { created_at, ...(resolved_at && { resolved_at }) })
    }
    const { signals } = await timelineOf({ product_id: id })
    expect(signals.items.map(({ title }) => title)).toEqual(order.map(([title]) => title))
  })

  it('counts the writes of each agent on each day', async () => {
    const { headers, id, name } = await makeToken(world)
    const other = await makeProduct(world)
    const send = (title: string, product_slug: string) =>
      world.send('POST', `${root}/insights`, { title, body: 'Because.', product_slug }, headers)
    for (const title of ['A', 'B']) expect((await send(title, product.slug)).status).toBe(201)
    expect((await send('C', other.slug)).status).toBe(201)
    await sql(world, `update history set created_at = '2026-05-20' where actor->>'id' = $1`, String(id))
    const { writes } = await timelineOf()
    expect(writes.filter(({ actor }) => actor.name === name)).toMatchObject([
      { date: '2026-05-20', changes: 2 },
    ])
  })

  it('is read by one statement', async () => {
    expect(await statementsOf(timelineOf)).toHaveLength(1)
  })
})
