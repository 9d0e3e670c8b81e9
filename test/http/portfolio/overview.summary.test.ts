import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeAlias,
  makeApp,
  makeDecision,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  setDatabaseSetting,
  sql,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // A time zone whose current day differs from the UTC day: 12 hours behind or 14 hours ahead.
  await setDatabaseSetting(
    world,
    'timezone',
    new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati',
  )
})
beforeEach(async () => {
  await sql(world, 'truncate products, direction_aliases, canon_rules cascade')
})

const summary = async (query = '') => (await world.send('GET', `${root}/summary${query}`)).body
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('GET /summary', () => {
  it('returns zeros and empty lists for an empty portfolio', async () => {
    const body = await summary()
    const flat = { current: 0, previous: 0, delta: 0, direction: 'flat', days: 30 }
    expect(body).toEqual({
      message: 'Portfolio summary.',
      portfolio: {
        health: 'empty',
        directions_count: 6,
        products_count: 0,
        apps_count: 0,
        critical_problems: 0,
        key_growth_points: 0,
        proposals_pending: 0,
        rules_to_approve: 0,
      },
      need_attention: [],
      need_attention_total: 0,
      canon: [],
      products: [],
      trends: ['signals_opened', 'signals_resolved', 'insights', 'decisions', 'tasks_done'].map((metric) => ({
        metric,
        ...flat,
      })),
      risks: [],
      growth_points: [],
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  it('counts open signals, lists them by severity, and says which rules an admin approved', async () => {
    const { slug } = await makeProduct(world, { is_favorite: true, health_state: 'fine' })
    await makeProduct(world)
    await makeApp(world, { product_slug: slug })
    const product = { product_slug: slug }
    await makeSignal(world, { ...product, severity: 'critical', title: 'Closed', status: 'resolved' })
    await makeSignal(world, { ...product, severity: 'medium', title: 'Small' })
    for (const severity of ['low', 'critical', 'high'])
      await makeSignal(world, { ...product, signal_type: 'growth-point', severity, title: severity })
    await makeSignal(world, { ...product, signal_type: 'risk', severity: 'low', title: 'Rain' })
    await makeRule(world, { title: 'In force' })
    await makeRule(world, { title: 'Proposed', status: 'draft' })
    const { id } = await makeRule(world, { title: 'Approved' })
    const admin = JSON.stringify({ type: 'user', id: 1, name: 'Ada' })
    await sql(world, 'update canon_rules set approved_by = $1 where id = $2', admin, id)
    const { headers } = await makeToken(world, ['propose'])
    const signal = { signal_type: 'risk', title: 'Proposed' }
    for (const place of [product, { direction_slug: 'fitness' }])
      await world.send('POST', `${root}/signals`, { ...place, ...signal }, headers)
    const body = await summary()
    expect(body.portfolio).toEqual({
      health: 'healthy',
      directions_count: 6,
      products_count: 2,
      apps_count: 1,
      critical_problems: 0,
      key_growth_points: 2,
      proposals_pending: 2,
      rules_to_approve: 1,
    })
    expect(body.growth_points.map(({ title }: { title: string }) => title)).toEqual([
      'critical',
      'high',
      'low',
    ])
    expect(body.risks).toMatchObject([{ title: 'Rain', product_slug: slug }])
    expect(body.canon).toEqual([
      { id, title: 'Approved', type: 'freeze-policy', trusted: true },
      { id: expect.any(Number), title: 'In force', type: 'freeze-policy', trusted: false },
    ])
    expect(body.products[0]).toEqual({
      slug,
      name: expect.any(String),
      portfolio_status: 'candidate',
      health_state: 'fine',
      is_favorite: true,
    })
    expect(body.need_attention).toMatchObject([{ type: 'growth-point', title: 'critical' }])
  })

  it.each([
    ['a high risk', 'attention', () => makeSignal(world, { signal_type: 'risk', severity: 'high' })],
    ['a high problem', 'attention', () => makeSignal(world, { severity: 'high' })],
    ['a critical problem', 'critical', () => makeSignal(world, { severity: 'critical' })],
    ['a critical risk', 'critical', () => makeSignal(world, { signal_type: 'risk', severity: 'critical' })],
    ['a review of yesterday', 'attention', () => makeDecision(world, { review_at: day(-1) })],
    ['a review of today', 'healthy', () => makeDecision(world, { review_at: day(0) })],
    ['a finished review', 'healthy', () => makeDecision(world, { review_at: day(-1), status: 'reviewed' })],
    ['a high task of yesterday', 'attention', () => makeTask(world, { due_at: day(-1), priority: 'high' })],
    ['a high task of today', 'healthy', () => makeTask(world, { due_at: day(0), priority: 'high' })],
    ['a medium task of yesterday', 'healthy', () => makeTask(world, { due_at: day(-1) })],
    [
      'a task that was done',
      'healthy',
      () => makeTask(world, { due_at: day(-1), priority: 'critical', status: 'done' }),
    ],
  ])('with %s returns the health %s', async (_, health, prepare) => {
    await makeProduct(world)
    await prepare()
    const body = await summary()
    expect(body.portfolio.health).toBe(health)
    expect(body.need_attention).toHaveLength(health === 'healthy' ? 0 : 1)
  })

  it('compares the last 30 days with the 30 days before', async () => {
    const age = (table: string, days: number, column = 'created_at') =>
      sql(
        world,
        `update ${table} set ${column} = now() - make_interval(days => $1) where id = (select max(id) from ${table})`,
        days,
      )
    for (const days of [0, 29, 31, 59, 61]) {
      await makeInsight(world)
      await age('insights', days)
    }
    await makeSignal(world, { status: 'resolved' })
    await age('signals', 40)
    await age('signals', 1, 'resolved_at')
    await makeTask(world, { status: 'done' })
    await age('tasks', 45, 'done_at')
    const { trends } = await summary()
    const trend = (metric: string) => trends.find((one: { metric: string }) => one.metric === metric)
    expect(trend('insights')).toMatchObject({ current: 2, previous: 2, delta: 0, direction: 'flat' })
    expect(trend('signals_opened')).toMatchObject({ current: 0, previous: 1, delta: -1, direction: 'down' })
    expect(trend('signals_resolved')).toMatchObject({ current: 1, previous: 0, delta: 1, direction: 'up' })
    expect(trend('tasks_done')).toMatchObject({ current: 0, previous: 1, direction: 'down' })
  })

  it('filters by direction or its legacy slug', async () => {
    await makeAlias(world, 'gym', 'fitness')
    await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
    await makeSignal(world, { product_slug: 'run', severity: 'critical' })
    await makeProduct(world)
    const { portfolio, warnings } = await summary('?direction_slug=gym')
    expect(portfolio).toMatchObject({
      health: 'critical',
      directions_count: 1,
      products_count: 1,
      critical_problems: 1,
    })
    expect(warnings[0].message).toContain('"gym" is an old name of "fitness"')
    expect((await summary('?direction_slug=utilities')).portfolio.health).toBe('healthy')
    const unknown = await summary('?direction_slug=nowhere')
    expect(unknown.portfolio).toMatchObject({ health: 'empty', directions_count: 0 })
    expect(unknown.warnings).toHaveLength(1)
  })
})
