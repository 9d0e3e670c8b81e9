import { describe, expect, it } from 'vitest'
import {
  copyNewest,
  makeApp,
  makeDecision,
  makeInsight,
  makeProduct,
  makeSignal,
  makeTask,
} from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'
import { fill } from '../world.ts'

const world = await makeWorld()
await fill(world)
const get = async (args?: object) => (await callTool(toolDependencies(world), 'get_product', args)).content

describe('get_product', () => {
  it('without an argument returns the slugs to choose from', async () => {
    const { choose_from, next } = await get()
    expect(choose_from[0]).toEqual({ slug: 'qr-scanner', name: 'QR scanner' })
    expect(next).toContain('get_product')
  })

  it('returns the product with the records that belong to it, of signals the unresolved ones only', async () => {
    const found = await get({ product: 'qr-scanner' })
    expect(found.product).toMatchObject({ portfolio_status: 'core', created_by: 'env_token:env:1 env:1' })
    expect(found).toMatchObject({
      apps: [{ package_id: 'com.example.qr' }],
      signals: [{ signal_type: 'growth-point' }, { signal_type: 'problem' }],
      insights: [{ body: 'Three times as often.' }],
      economics: [{ period_start: '2026-10-01' }],
      decisions: [{ tasks: [{ title: 'Raise the budget', priority: 'high' }] }],
      rules: [{ body: 'Numbers first.', trusted: false }],
    })
    await world.send('PATCH', '/api/portfolio/signals/2', { status: 'in-progress' })
    await world.send('PATCH', '/api/portfolio/signals/1', { status: 'resolved' })
    expect((await get({ product: 'qr-scanner' })).signals).toHaveLength(1)
  })

  it('has the ten most urgent unfinished tasks outside the shown decisions, and counts the others', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const { slug: app_slug } = await makeApp(world, { product_slug })
    const make = (title: string, fields: object = {}) => makeTask(world, { product_slug, title, ...fields })
    await makeDecision(world, { product_slug, tasks: [{ title: 'Of an old decision', priority: 'high' }] })
    for (let count = 0; count < 5; count++)
      await makeDecision(world, { product_slug, tasks: [{ title: 'Of a shown decision' }] })
    await make('Of its app', { app_slug, priority: 'critical' })
    await make('Waiting', { blocked_by: 'The store' })
    for (const status of ['done', 'cancelled']) await make(status, { status })
    const { tasks, tasks_not_shown } = await get({ product: product_slug })
    expect(tasks.map(({ title }: { title: string }) => title)).toEqual([
      'Of its app',
      'Of an old decision',
      'Waiting',
    ])
    expect(tasks[0]).toMatchObject({ app_slug, priority: 'critical' })
    expect(tasks_not_shown).toBeUndefined()
    for (let count = 0; count < 9; count++) await make('Low', { priority: 'low' })
    const more = await get({ product: product_slug, full: true })
    expect([more.tasks.length, more.tasks_not_shown]).toEqual([10, 2])
    expect(more.next).toContain('list_tasks')
    expect(more.next).toContain(`with product_slug=${product_slug}`)
  })

  it('with full returns every field and the chain of each decision, as far as it fits', async () => {
    const product_slug = 'qr-scanner'
    const signal = await makeSignal(world, { product_slug, title: 'Seen', body: 'In full.' })
    const ofSignal = [{ type: 'signal', id: signal.id }]
    const insight = await makeInsight(world, { product_slug, title: 'Understood', evidence: ofSignal })
    const evidence = [{ type: 'insight', id: insight.id }]
    const { id, tasks } = await makeDecision(world, { product_slug, evidence, tasks: [{ title: 'Do' }] })
    const { signals, decisions } = await get({ product: product_slug, full: true })
    expect(signals[0]).toMatchObject({ id: signal.id, body: 'In full.' })
    expect(decisions[0]).toMatchObject({
      id,
      evidence,
      chain: {
        signals: [{ id: signal.id, title: 'Seen', status: 'open' }],
        insights: [{ id: insight.id, title: 'Understood', evidence: ofSignal }],
        tasks: [{ id: tasks[0].id, title: 'Do' }],
      },
    })
    expect(decisions[0]).not.toHaveProperty('chain_not_shown')
    const compact = await get({ product: product_slug })
    expect([compact.signals[0].body, compact.decisions[0].chain]).toEqual([undefined, undefined])

    const many = Array.from({ length: 20 }, (_, number) => ({ title: `${number} ${'long '.repeat(40)}` }))
    await makeDecision(world, { product_slug, evidence, tasks: many })
    const [longest] = (await get({ product: product_slug, full: true })).decisions
    expect(longest.chain.signals).toHaveLength(1)
    expect(longest.chain.tasks.length).toBeGreaterThan(2)
    expect(longest.chain.tasks.length + longest.chain_not_shown).toBe(20)
  })

  it('returns the canon rules that bind the product, and no others', async () => {
    const rule = { title: 'Elsewhere', rule_type: 'direction-policy', body: '-' }
    await world.send('POST', '/api/portfolio/canon-rules', { ...rule, direction_slug: 'fitness' })
    expect((await get({ product: 'qr-scanner' })).rules).toHaveLength(1)
    expect((await get({ product: 'step-counter' })).rules).toHaveLength(2)
  })

  it('carries the ETag of its GET, which If-Match accepts', async () => {
    const path = '/api/portfolio/products/qr-scanner'
    const { etag } = await get({ product: 'qr-scanner' })
    expect(etag).toBe((await world.send('GET', path)).headers.etag)
    expect((await world.send('PATCH', path, { summary: 'New' }, { 'if-match': etag })).status).toBe(200)
    expect((await get({ product: 'qr-scanner' })).etag).not.toBe(etag)
  })

  it('counts what it leaves out, and says how to get it', async () => {
    for (let number = 0; number < 4; number++) await makeInsight(world, { product_slug: 'step-counter' })
    const complete = await get({ product: 'step-counter' })
    expect([complete.insights.length, complete.insights_not_shown, complete.next]).toEqual([
      4,
      undefined,
      undefined,
    ])
    for (let number = 0; number < 3; number++) await makeInsight(world, { product_slug: 'step-counter' })
    await makeSignal(world, { product_slug: 'step-counter', title: `Signal ${'long '.repeat(40)}` })
    await copyNewest(world, 'signals', 119)
    const { insights, insights_not_shown, signals, signals_not_shown, next } = await get({
      product: 'step-counter',
    })
    expect([insights.length, insights_not_shown]).toEqual([5, 2])
    expect(signals.length).toBeGreaterThan(5)
    expect(signals.length + signals_not_shown).toBe(120)
    expect(next).toBe(
      'Some rows were left out. Call list_signals, list_insights with product_slug=step-counter for the rest.',
    )
  })

  it('refers to list_products when not every slug fits', async () => {
    expect((await get()).next).not.toContain('list_products')
    await makeProduct(world, { name: `0 ${'name '.repeat(45)}` })
    await copyNewest(world, 'products', 149, { name: 'n || substr(name, 2)', slug: 'n || substr(slug, 2)' })
    const { choose_from, next } = await get()
    expect(choose_from.length).toBeLessThan(153)
    expect(next).toContain(`${choose_from.length} of 153`)
    expect(next).toMatch(/list_products .*offset=0/)
    expect((await get({ product: 'qr-scanner' })).next).toBeUndefined()
  })
})
