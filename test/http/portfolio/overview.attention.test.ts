import { beforeAll, describe, expect, it } from 'vitest'
import { makeDecision, makeProduct, makeRule, makeSignal, makeTask, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const author = { type: 'env_token', id: 'env:1', name: expect.any(String) }
const summary = async (query = '') => (await world.send('GET', `${root}/summary${query}`)).body

describe('the lists of GET /summary', () => {
  it('identify each record by id, type, product and author', async () => {
    const { slug: product_slug } = await makeProduct(world, { direction_slug: 'fitness' })
    const place = { product_slug }
    const point = { ...place, signal_type: 'growth-point', title: 'Widget' }
    await makeSignal(world, { ...point, severity: 'high' })
    const growth = await makeSignal(world, { ...point, severity: 'critical' })
    const risk = await makeSignal(world, { ...place, signal_type: 'risk', severity: 'high', title: 'Rain' })
    const task = await makeTask(world, { ...place, priority: 'high', due_at: '2020-01-02' })
    const { need_attention, risks, growth_points } = await summary('?direction_slug=fitness')
    const item = (id: number, type: string, title: string, severity: string) => ({
      id,
      type,
      title,
      severity,
      status: 'open',
      recommended_action: null,
      product_slug,
      created_by: author,
    })
    const [widget, rain] = [
      item(growth.id, 'growth-point', 'Widget', 'critical'),
      item(risk.id, 'risk', 'Rain', 'high'),
    ]
    const recommended_action = 'Finish the task, due on 2020-01-02.'
    expect(need_attention).toEqual([
      widget,
      { ...item(task.id, 'task', 'Task', 'high'), recommended_action },
      rain,
    ])
    expect(risks).toEqual([rain])
    expect(growth_points).toEqual([widget, expect.objectContaining({ severity: 'high' })])
  })

  it('keep a signal until it is resolved or dismissed', async () => {
    const { slug: product_slug } = await makeProduct(world, { direction_slug: 'parental-family-safety' })
    const place = { product_slug, severity: 'critical' }
    const problem = await makeSignal(world, { ...place, signal_type: 'problem' })
    const risk = await makeSignal(world, { ...place, signal_type: 'risk' })
    const point = await makeSignal(world, { ...place, signal_type: 'growth-point' })
    const here = '?direction_slug=parental-family-safety'
    const change = (id: number, body: object) => world.send('PATCH', `${root}/signals/${id}`, body)
    for (const status of ['acknowledged', 'in-progress']) {
      for (const { id } of [problem, risk, point]) await change(id, { status })
      const { portfolio, need_attention, risks, growth_points } = await summary(here)
      expect(portfolio).toMatchObject({ health: 'critical', critical_problems: 1, key_growth_points: 1 })
      expect(need_attention).toHaveLength(3)
      for (const item of [...need_attention, ...risks, ...growth_points]) expect(item.status).toBe(status)
      expect((await world.send('GET', `${root}/products/${product_slug}`)).body.product).toMatchObject({
        open_signals_count: 3,
      })
    }
    await change(problem.id, { status: 'resolved' })
    for (const { id } of [risk, point]) await change(id, { status: 'dismissed' })
    expect(await summary(here)).toMatchObject({
      portfolio: { health: 'healthy', critical_problems: 0, key_growth_points: 0 },
      need_attention: [],
      risks: [],
      growth_points: [],
    })
  })

  it('say of an overdue task that is blocked what it waits for', async () => {
    const { slug: product_slug } = await makeProduct(world, { direction_slug: 'documents-qr' })
    const task = (body: object) =>
      makeTask(world, { product_slug, priority: 'high', due_at: '2020-01-02', ...body })
    const blocker = await makeTask(world, { title: 'Sign the contract' })
    await task({ blocked_by: blocker.id })
    await task({ blocked_by: 'The store' })
    await task({ status: 'blocked' })
    const { need_attention } = await summary('?direction_slug=documents-qr')
    expect(
      need_attention.map((item: { recommended_action: string }) => item.recommended_action).toSorted(),
    ).toEqual([
      'Say what the task waits for, or open it.',
      'Waits for the task "Sign the contract".',
      'Waits for: The store',
    ])
  })

  it('put a critical problem before an older critical growth point in need_attention', async () => {
    const place = { direction_slug: 'wellness-mental', severity: 'critical' }
    const chance = await makeSignal(world, { ...place, signal_type: 'growth-point' })
    const problem = await makeSignal(world, { ...place, signal_type: 'problem' })
    const { need_attention } = await summary('?direction_slug=wellness-mental')
    expect(need_attention.map(({ id }: { id: number }) => id)).toEqual([problem.id, chance.id])
  })

  it('have every canon rule that binds a direction, also those of the whole portfolio', async () => {
    const everywhere = await makeRule(world)
    const here = await makeRule(world, { direction_slug: 'fitness' })
    await makeRule(world, { direction_slug: 'utilities' })
    const { canon } = await summary('?direction_slug=fitness')
    expect(canon.map(({ id }: { id: number }) => id)).toEqual([here.id, everywhere.id])
  })

  it('lists at most ten items that need attention, most severe first', async () => {
    const { slug, id } = await makeProduct(world)
    for (let times = 0; times < 9; times++) await makeSignal(world, { severity: 'high', product_id: id })
    const decision = await makeDecision(world, { product_id: id, review_at: '2020-01-01', title: 'Old' })
    const worst = { severity: 'critical', title: 'Worst', recommended_action: 'Run.', product_id: id }
    const signal = await makeSignal(world, worst)
    const { need_attention } = await summary('?direction_slug=utilities')
    expect(need_attention).toHaveLength(10)
    expect(need_attention.slice(0, 2)).toEqual([
      {
        id: signal.id,
        type: 'problem',
        title: 'Worst',
        severity: 'critical',
        status: 'open',
        recommended_action: 'Run.',
        product_slug: slug,
        created_by: author,
      },
      {
        id: decision.id,
        type: 'decision_review',
        title: 'Old',
        severity: 'high',
        status: 'active',
        recommended_action: 'Review the decision, due on 2020-01-01.',
        product_slug: slug,
        created_by: author,
      },
    ])
  })
})
