import { beforeAll, describe, expect, it } from 'vitest'
import { makeDecision, makeProduct, makeRule, makeSignal, makeTask, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
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
    const task = await makeTask(world, { ...place, priority: 'high', due_at: '2020-01-02', owner: 'Anna' })
    const { need_attention, need_attention_total, risks, growth_points } =
      await summary('?direction_slug=fitness')
    expect(need_attention_total).toBe(3)
    const item = (id: number, type: string, title: string, severity: string) => ({
      id,
      type,
      title,
      severity,
      status: 'open',
      recommended_action: null,
      product_slug,
      owner: null,
      created_by: author,
      created_at: moment,
    })
    const [widget, rain] = [
      item(growth.id, 'growth-point', 'Widget', 'critical'),
      item(risk.id, 'risk', 'Rain', 'high'),
    ]
    const recommended_action = 'Finish the task, due on 2020-01-02.'
    expect(need_attention).toEqual([
      widget,
      rain,
      { ...item(task.id, 'task', 'Task', 'high'), recommended_action, owner: 'Anna' },
    ])
    const listed = ({ owner: _, created_at: __, ...row }: ReturnType<typeof item>) => row
    expect(risks).toEqual([listed(rain)])
    expect(growth_points).toEqual([listed(widget), expect.objectContaining({ severity: 'high' })])
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

  it('are ordered by severity, then problems, risks, other records and growth points, then newest first', async () => {
    const direction_slug = 'wellness-mental'
    const due = { direction_slug, due_at: '2020-01-02', owner: 'Anna' }
    const expected = [
      await makeTask(world, { ...due, priority: 'high' }),
      await makeDecision(world, { direction_slug, review_at: '2020-01-02', owner: 'Boris' }),
    ]
    for (const [severity, types] of [
      ['high', ['risk', 'problem']],
      ['critical', ['growth-point', 'task', 'risk', 'problem']],
    ] as const)
      for (const signal_type of types)
        for (let times = 0; times < 2; times++)
          expected.push(
            signal_type === 'task'
              ? await makeTask(world, { ...due, priority: severity })
              : await makeSignal(world, { direction_slug, severity, signal_type }),
          )
    const { need_attention, need_attention_total } = await summary(`?direction_slug=${direction_slug}`)
    const named = (rows: { id: number; owner?: string }[]) => rows.map(({ id, owner }) => [id, owner ?? null])
    expect(named(need_attention)).toEqual(named(expected.toReversed().slice(0, 10)))
    expect(need_attention_total).toBe(14)
  })

  it('have a critical task that is older than ten overdue ones of high priority', async () => {
    const direction_slug = 'parental-family-safety'
    const due = { direction_slug, due_at: '2020-01-02' }
    const critical = await makeTask(world, { ...due, priority: 'critical' })
    for (let times = 0; times < 10; times++) await makeTask(world, { ...due, priority: 'high' })
    const { need_attention } = await summary(`?direction_slug=${direction_slug}`)
    expect(need_attention).toHaveLength(10)
    expect(need_attention[0]).toMatchObject({ id: critical.id, severity: 'critical' })
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
    const problems = []
    for (let times = 0; times < 10; times++)
      problems.push(await makeSignal(world, { severity: 'high', product_id: id }))
    const decision = await makeDecision(world, { product_id: id, review_at: '2020-01-01', title: 'Old' })
    const worst = { severity: 'critical', title: 'Worst', recommended_action: 'Run.', product_id: id }
    const signal = await makeSignal(world, worst)
    const { need_attention, need_attention_total } = await summary('?direction_slug=utilities')
    expect(need_attention).toHaveLength(10)
    expect(need_attention_total).toBe(12)
    expect(need_attention[0]).toMatchObject({ id: signal.id, recommended_action: 'Run.' })
    for (const { id: problem } of problems)
      await world.send('PATCH', `${root}/signals/${problem}`, { status: 'resolved' })
    expect(await summary('?direction_slug=utilities')).toMatchObject({
      need_attention: [
        { id: signal.id },
        {
          id: decision.id,
          type: 'decision_review',
          title: 'Old',
          severity: 'high',
          status: 'active',
          recommended_action: 'Review the decision, due on 2020-01-01.',
          product_slug: slug,
          owner: decision.owner,
          created_by: author,
          created_at: decision.created_at,
        },
      ],
      need_attention_total: 2,
    })
  })
})
