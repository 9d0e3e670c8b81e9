import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { periodOf } from '../../../src/catalog/week/period.ts'
import { updateClickMonths } from '../../../src/operations/click/monthly-totals.ts'
import { mondayOf, weekOf } from '../../../src/record/rules/iso-week.ts'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { dayIn, startOfDay, todayIn } from '../../../src/record/time-zone.ts'
import { type Browser, formFields, signIn } from '../../support/admin.ts'
import { storeClicks } from '../../support/clicks.ts'
import {
  makeApp,
  makeDecision,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { marketOf } from '../../support/market.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

// A day begins there ten hours before it does in UTC, whatever the season.
const zone = 'Pacific/Honolulu'
const { addPosition, addTruth } = marketOf(() => world)

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE: zone })
  admin = await signIn(world, await makePerson(world, 'admin'))
})

// biome-ignore lint/suspicious/noExplicitAny: what a client gets
const weekOfServer = async (query = ''): Promise<any> => {
  const { status, body } = await world.send('GET', `${root}/week?${query}`)
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}
const setTime = (table: string, id: number, column: string, time: string) =>
  sql(world, `update ${table} set ${column} = $2 where id = $1`, id, time)

// A week that has ended, and moments just in and out of it.
const past = '2026-W10'
const first = '2026-03-02T10:00:00.000Z'
const last = '2026-03-09T09:59:59.999Z'
const before = '2026-03-02T09:59:59.999Z'
const after = '2026-03-09T10:00:00.000Z'

describe('the period of GET /week', () => {
  it('is the running week by default, a named one, or the time since', async () => {
    const today = todayIn(zone)
    const week = weekOf(today)
    const { message, period, verdicts, meta } = await weekOfServer()
    expect(message).toBe('Week found.')
    expect(period).toMatchObject({
      week,
      since: null,
      from: mondayOf(week),
      to: daysAfter(mondayOf(week), 6),
    })
    expect([verdicts, meta.verdicts]).toEqual([
      { due: [], reached: [] },
      { due: 0, reached: 0 },
    ])
    expect((await weekOfServer(`week=${past.toLowerCase()}`)).period).toEqual({
      week: past,
      since: null,
      from: '2026-03-02',
      to: '2026-03-08',
      measured: { from: '2026-03-02', to: '2026-03-08' },
      compared_with: { from: '2026-02-23', to: '2026-03-01' },
    })
    const since = new Date(Date.now() - 3 * 86_400_000).toISOString()
    expect((await weekOfServer(`since=${since}`)).period).toEqual({
      week: null,
      since,
      from: dayIn(zone, since),
      to: today,
      measured: { from: daysAfter(today, -3), to: daysAfter(today, -1) },
      compared_with: { from: daysAfter(today, -10), to: daysAfter(today, -8) },
    })
    const day = daysAfter(today, -31)
    expect((await weekOfServer(`since=${day}`)).period).toMatchObject({
      since: startOfDay(zone, day),
      from: day,
    })
  })

  afterEach(() => vi.useRealTimers())
  it.each([
    ['2026-11-23', null, null],
    ['2026-11-24', ['2026-11-23', '2026-11-23'], ['2026-11-16', '2026-11-16']],
    ['2026-11-29', ['2026-11-23', '2026-11-28'], ['2026-11-16', '2026-11-21']],
  ])(
    'of the running week on %s compares its full days with the same weekdays',
    (today, measured, compared_with) => {
      vi.useFakeTimers({ now: new Date(`${today}T12:00:00Z`), toFake: ['Date'] })
      const days = ([from, to]: string[]) => ({ from, to })
      expect(periodOf({}, 'UTC')).toMatchObject({
        measured: measured && days(measured),
        compared_with: compared_with && days(compared_with),
      })
      // More than a week lies behind: 10 days are compared with those of two weeks before.
      expect(periodOf({ since: daysAfter(today, -10) }, 'UTC').compared_with).toEqual({
        from: daysAfter(today, -24),
        to: daysAfter(today, -15),
      })
    },
  )

  const format = 'The week field must be a week of ISO 8601, such as 2026-W48.'
  const recent = 'The since field must be a time of the last 31 days.'
  it.each([
    ['week=2025-W53', { week: [format] }],
    ['week=48', { week: [format] }],
    [
      'week=2099-W01',
      { week: [expect.stringMatching(/^The week field must not be after the running week, 20..-W..\.$/)] },
    ],
    ['week=2026-W10&since=2026-03-02', { since: ['The since field is prohibited beside week.'] }],
    ['since=yesterday', { since: [expect.stringMatching(/^The since field must be a time such as /)] }],
    ['since=2020-01-01T00:00:00Z', { since: [recent] }],
    ['since=2020-01-01', { since: [recent] }],
    ['since=2099-01-01', { since: [recent] }],
    ['limit=5', { limit: ['The limit field is prohibited. Allowed: week, since.'] }],
  ])('is rejected for %s', async (query, errors) => {
    const { status, body } = await world.send('GET', `${root}/week?${query}`)
    expect([status, body.errors]).toEqual([422, errors])
  })

  it('begins at most 31 days ago, by days for a day and to the moment for a time', () => {
    vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z'), toFake: ['Date'] })
    for (const since of ['2026-10-29', '2026-10-29T12:00:00.000Z'])
      expect(periodOf({ since }, 'UTC')).toMatchObject({ from: '2026-10-29', to: '2026-11-29' })
    for (const since of ['2026-10-28', '2026-10-29T11:59:59.000Z', '2026-10-29T00:00:00.000Z'])
      expect(() => periodOf({ since }, 'UTC'), since).toThrow()
  })
})

describe('the records of GET /week', () => {
  it('are the decisions that were made in the days of the time zone, newest first', async () => {
    const made: number[] = []
    for (const time of [first, last, before, after]) {
      const { id } = await makeDecision(world, { title: `At ${time}` })
      await setTime('decisions', id, 'created_at', time)
      made.push(id)
    }
    const { decided, meta } = await weekOfServer(`week=${past}`)
    expect(decided.map(({ id }: { id: number }) => id)).toEqual([made[1], made[0]])
    expect(decided[0]).toEqual({
      id: made[1],
      title: `At ${last}`,
      decision_type: 'scale',
      status: 'active',
      owner: 'Anna',
      review_at: '2099-01-01',
      product_slug: null,
      direction_slug: 'utilities',
      app_slug: null,
      created_by: { type: 'env_token', id: 'env:1', name: 'env:1' },
      created_at: last,
      rationale: null,
    })
    expect(meta.decided).toBe(2)
  })

  it('are the signals that were opened and resolved, without dismissed ones, and the unresolved critical ones', async () => {
    const ids: number[] = []
    for (const severity of ['critical', 'critical', 'critical', 'high'])
      ids.push((await makeSignal(world, { title: 'Crash', severity })).id)
    const [open = 0, resolved = 0, dismissed = 0] = ids
    await world.send('PATCH', `${root}/signals/${resolved}`, { status: 'resolved', resolution: 'Fixed' })
    await world.send('PATCH', `${root}/signals/${dismissed}`, { status: 'dismissed' })
    await setTime('signals', open, 'created_at', first)
    await setTime('signals', resolved, 'resolved_at', last)
    const { signals, meta } = await weekOfServer(`week=${past}`)
    expect(signals).toMatchObject({
      opened: 1,
      resolved: 1,
      unresolved_critical: [{ id: open, title: 'Crash' }],
    })
    expect(meta.signals).toEqual({ unresolved_critical: 1 })
    expect((await weekOfServer()).signals).toMatchObject({ opened: 3, resolved: 0 })
  })

  it('are the tasks that were done, and those that are overdue, at most ten of them', async () => {
    const today = todayIn(zone)
    const done = await makeTask(world, { status: 'done' })
    await setTime('tasks', done.id, 'done_at', last)
    await makeTask(world, { due_at: today })
    await makeTask(world, { due_at: daysAfter(today, -1), status: 'cancelled' })
    for (let days = 1; days <= 12; days++)
      await makeTask(world, { title: '🧭', due_at: daysAfter(today, -days) })
    const { tasks, meta } = await weekOfServer(`week=${past}`)
    expect(tasks.done).toBe(1)
    expect(tasks.overdue).toHaveLength(10)
    expect(tasks.overdue[0]).toMatchObject({ title: '🧭', due_at: daysAfter(today, -12) })
    expect(meta.tasks).toEqual({ overdue: 12 })
  })

  it('are the products of the status core or next that have not changed for 30 days, nor their records', async () => {
    const old = startOfDay(zone, todayIn(zone, -31))
    const make = async (name: string, portfolio_status: string) => {
      const product = await makeProduct(world, { name, portfolio_status })
      await setTime('products', product.id, 'updated_at', old)
      return product
    }
    const idle = await make('Idle', 'core')
    const attended = await make('Attended', 'next')
    await make('Frozen', 'frozen')
    await makeProduct(world, { name: 'New', portfolio_status: 'core' })
    const [{ id }, insight] = [
      await makeSignal(world, { product_id: idle.id }),
      await makeInsight(world, { product_id: attended.id }),
    ]
    await setTime('signals', id, 'updated_at', daysAfter(old.slice(0, 10), -1))
    const { untouched, meta } = await weekOfServer()
    expect(untouched).toEqual([
      { id: idle.id, slug: 'idle', name: 'Idle', portfolio_status: 'core', changed_at: old },
    ])
    expect(meta.untouched).toBe(1)
    const listed = async (value: number) =>
      (await world.send('GET', `${root}/products?untouched=${value}`)).body.products.map(
        ({ id }: { id: number }) => id,
      )
    expect(await listed(1)).toEqual(untouched.map(({ id }: { id: number }) => id))
    expect(await listed(0)).not.toContain(untouched[0].id)
    await setTime('insights', insight.id, 'updated_at', old)
    expect((await weekOfServer()).untouched).toHaveLength(2)
  })
})

describe('the verdicts of GET /week', () => {
  const expectBy = async (days: string[], values: object = {}) => {
    const { id } = await makeDecision(world, { title: 'Expecting', rationale: 'Because.' })
    const expected = days.map((by, index) => ({
      by,
      id: index + 1,
      app_id: null,
      metric: 'clicks',
      country: null,
      keyword: null,
      at_least: 20,
      direction: 'up',
      product_id: null,
    }))
    await sql(
      world,
      `update decisions set expected = $2::jsonb, created_at = '2026-01-05' where id = $1`,
      id,
      JSON.stringify(expected),
    )
    if (Object.keys(values).length > 0)
      expect((await world.send('PATCH', `${root}/decisions/${id}`, values)).status).toBe(200)
    return id
  }
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

  it('are due now, and reached by a day of the period that has passed, whatever their status', async () => {
    const today = todayIn(zone)
    const [yesterday, tomorrow] = [daysAfter(today, -1), daysAfter(today, 1)]
    const inWeek = await expectBy(['2026-03-02', tomorrow])
    const judged = await expectBy(['2026-03-08'], { outcome: 'partly' })
    const outside = await expectBy(['2026-03-01', '2026-03-09'])
    const recent = await expectBy([yesterday])
    await expectBy([today, tomorrow])
    const { verdicts, meta } = await weekOfServer(`week=${past}`)
    expect(idsOf(verdicts.due)).toEqual([outside, inWeek, recent])
    expect(idsOf(verdicts.reached)).toEqual([judged, inWeek])
    expect(meta.verdicts).toEqual({ due: 3, reached: 2 })
    expect(verdicts.reached[0]).toEqual({
      id: judged,
      title: 'Expecting',
      decision_type: 'scale',
      status: 'reviewed',
      owner: 'Anna',
      review_at: '2099-01-01',
      product_slug: null,
      direction_slug: 'utilities',
      app_slug: null,
      created_by: { type: 'env_token', id: 'env:1', name: 'env:1' },
      created_at: '2026-01-05T00:00:00.000Z',
      rationale: 'Because.',
      outcome: 'partly',
      expected: [
        {
          metric: 'clicks',
          app_slug: null,
          product_slug: null,
          keyword: null,
          country: null,
          direction: 'up',
          at_least: 20,
          by: '2026-03-08',
          change: null,
          verdict: 'unclear',
        },
      ],
    })
    expect(verdicts.due[1].expected).toMatchObject([{ verdict: 'unclear' }, { verdict: 'pending' }])
    const since = await weekOfServer(`since=${yesterday}`)
    expect(idsOf(since.verdicts.reached)).toEqual([recent])
    const listed = async (query: string) =>
      idsOf((await world.send('GET', `${root}/decisions?${query}`)).body.decisions)
    expect(await listed('reached_from=2026-03-02&reached_to=2026-03-08')).toEqual([judged, inWeek])
    expect(await listed(`reached_from=${yesterday}`)).toEqual([recent])
    expect(await listed('reached_to=2026-03-01')).toEqual([outside])
    const { status, body } = await world.send(
      'GET',
      `${root}/decisions?reached_from=2026-03-02&reached_to=2026-03-01`,
    )
    expect([status, Object.keys(body.errors)]).toEqual([422, ['reached_to']])
    for (let count = 0; count < 10; count++) await expectBy(['2026-03-05'])
    const full = await weekOfServer(`week=${past}`)
    expect([full.verdicts.due.length, full.verdicts.reached.length]).toEqual([10, 10])
    expect(full.meta.verdicts).toEqual({ due: 13, reached: 12 })
  })
})

describe('the agents of GET /week', () => {
  it('are counted by what they wrote, and by what people did with it', async () => {
    const since = new Date().toISOString()
    const { headers, id } = await makeToken(world, ['read', 'propose'], null, ['signal', 'insight'])
    const send = (method: string, path: string, body: object) =>
      world.send(method, root + path, body, headers)
    const task = (title: string) => send('POST', '/tasks', { title, direction_slug: 'fitness' })
    const decide = async (title: string, verb: string) => {
      const { proposal } = (await task(title)).body
      expect((await admin.post(`/admin/proposals/${proposal.id}/${verb}`, { note: 'No.' })).status).toBe(303)
    }
    await decide('One', 'approve')
    await decide('Two', 'reject')
    // A proposal that is sent again with changes is one.
    const { proposal } = (await task('Three')).body
    expect((await admin.post(`/admin/proposals/${proposal.id}/ask`, { note: 'Who?' })).status).toBe(303)
    const again = { title: 'Three', owner: 'Anna', direction_slug: 'fitness' }
    expect((await send('PUT', `/proposals/${proposal.id}`, again)).status).toBe(202)
    const signals: number[] = []
    for (const title of ['Kept', 'Set back', 'Withdrawn']) {
      const body = { title, signal_type: 'risk', direction_slug: 'fitness' }
      signals.push((await send('POST', '/signals', body)).body.signal.id)
    }
    await send('PATCH', `/signals/${signals[1]}`, { severity: 'critical' })
    const { insight } = (
      await send('POST', '/insights', { title: 'Guess', body: 'So.', direction_slug: 'fitness' })
    ).body
    const revert = async (type: string, record_id: number | undefined, event: string) => {
      const [entry] = await sql(
        world,
        `select id from history where record_type = $1 and record_id = $2 and event = $3`,
        type,
        record_id,
        event,
      )
      await admin.post('/admin/review', { action: 'revert-confirmed', ids: String(entry?.id) })
    }
    await revert('signal', signals[1], 'updated')
    await revert('signal', signals[2], 'created')
    await revert('insight', insight.id, 'created')
    const of = async (query: string) =>
      (await weekOfServer(query)).agents.filter(({ actor }: { actor: { id: unknown } }) => actor.id === id)
    const counts = { writes: 5, proposals: 3, applied: 1, rejected: 1, undone: 3 }
    expect(await of(`since=${since}`)).toEqual([
      { actor: { type: 'portfolio_token', id, name: expect.any(String) }, ...counts },
    ])
    expect(await of('')).toMatchObject([counts])
    expect(await of(`week=${past}`)).toEqual([])
    // Another value than the previous one undoes nothing.
    await send('PATCH', `/signals/${signals[0]}`, { severity: 'high' })
    const address = `/admin/signals/${signals[0]}/edit/severity`
    const form = formFields(await admin.get(address))
    expect((await admin.post(address, { ...form, severity: 'low' })).status).toBe(303)
    // Nor does an agent that sets its own change back.
    for (const severity of ['critical', 'medium']) await send('PATCH', `/signals/${signals[0]}`, { severity })
    expect(await of('')).toMatchObject([{ ...counts, writes: 8 }])
  })
})

describe('the rules of GET /week', () => {
  it('are those that were changed or proposed', async () => {
    const { headers } = await makeToken(world, ['read', 'propose'])
    const { id } = await makeRule(world, { title: 'Approved' })
    await world.send('PATCH', `${root}/canon-rules/${id}`, { title: 'Approved and changed' })
    const body = { title: 'Wanted', rule_type: 'freeze-policy', body: 'Freeze.' }
    for (const [method, path, sent] of [
      ['PATCH', `/canon-rules/${id}`, { body: 'Another text.' }],
      ['POST', '/canon-rules', body],
      [
        'POST',
        '/batch',
        { operations: [{ operation: 'change_canon_rule', key: id, body: { body: 'A third one.' } }] },
      ],
    ] as const)
      expect((await world.send(method, root + path, sent, headers)).status).toBe(202)
    const { rules, meta } = await weekOfServer()
    expect(rules).toEqual([
      { id, title: 'Approved and changed', proposed: 2, changed: 2 },
      { id: null, title: 'Wanted', proposed: 1, changed: 0 },
    ])
    expect(meta.rules).toBe(2)
    expect((await weekOfServer(`week=${past}`)).rules).toEqual([])
  })
})

describe('the movers of GET /week', () => {
  it('are the largest changes of each metric in turn, on full days', async () => {
    const app_slug = (await makeApp(world)).slug
    const [added, partly] = [await makeApp(world), await makeApp(world)]
    await storeClicks(world)
    const since = daysAfter(todayIn(zone), -7)
    const day = (days: number) => daysAfter(since, days)
    // Clicks of one app began in the period, those of another one on the last days before it.
    for (const [{ id }, first] of [
      [added, day(2)],
      [partly, day(-3)],
    ] as const)
      await sql(
        world,
        `delete from clicks using applications as linked where linked.id = clicks.app_id and linked.app_id = $1 and date < $2`,
        id,
        first,
      )
    for (const [days, rating] of [
      [-2, 4.5],
      [1, 4.1],
    ] as const)
      await addTruth({ app_slug, date: day(days), rating })
    for (const [keyword, was, is] of [
      ['qr', 10, 5],
      ['reader', 3, 4],
      ['same', 8, 8],
    ] as const)
      for (const [days, position] of [
        [-3, was],
        [2, is],
      ] as const)
        await addPosition({ app_slug, keyword, date: day(days), position })
    const { movers, meta } = await weekOfServer(`since=${since}`)
    const place = { app_slug, keyword: null, country: null, measured_since: null }
    const number = expect.any(Number)
    // The earlier clicks of the second app are those of three days. The third one has none to compare with.
    const begun = { ...place, app_slug: partly.slug, measured_since: day(-3) }
    expect(movers).toEqual([
      { metric: 'clicks', ...begun, previous: number, current: number, change: number },
      { metric: 'rating', ...place, previous: 4.5, current: 4.1, change: -0.4 },
      { metric: 'position', ...place, keyword: 'qr', country: 'DE', previous: 10, current: 5, change: -5 },
      { metric: 'clicks', ...place, previous: number, current: number, change: 49 },
      { metric: 'position', ...place, keyword: 'reader', country: 'DE', previous: 3, current: 4, change: 1 },
    ])
    expect(meta.movers).toBe(5)
    expect((await weekOfServer(`since=${todayIn(zone)}`)).movers).toEqual([])
    // The days between the compared ones do not count.
    for (const [days, position] of [
      [1, 99],
      [3, 99],
      [5, 6],
    ] as const)
      await addPosition({ app_slug, keyword: 'qr', date: day(days), position })
    const ofThreeDays = await weekOfServer(`since=${day(4)}`)
    expect(ofThreeDays.movers).toMatchObject([
      { metric: 'clicks', app_slug, change: 21 },
      { metric: 'position', app_slug, keyword: 'qr', previous: 10, current: 6 },
      { metric: 'clicks', app_slug: partly.slug, measured_since: null },
    ])
    await updateClickMonths(world.database.orm)
    const ofTotals = await weekOfServer(`since=${startOfDay(zone, day(4))}`)
    expect(ofTotals.movers).toEqual(ofThreeDays.movers)
  })
})
