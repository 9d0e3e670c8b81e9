import { describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeRule, makeSignal, makeTask } from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'
import { fill } from '../world.ts'

const world = await makeWorld()
await fill(world)
const call = (args?: object) => callTool(toolDependencies(world), 'get_app', args)
const app_slug = 'qr-scanner-for-android'
const path = `/api/portfolio/apps/${app_slug}`

describe('get_app', () => {
  it('without an argument returns the slugs to choose from', async () => {
    const { choose_from, next } = (await call()).content
    expect(choose_from).toEqual([{ slug: app_slug, name: 'QR scanner for Android' }])
    expect(next).toContain('get_app')
  })

  it('returns the app with its unresolved signals, tasks, decisions and binding rules, as GET does', async () => {
    await makeSignal(world, { app_slug, title: 'Crash' })
    await makeSignal(world, { app_slug, title: 'Fixed', status: 'resolved' })
    await makeTask(world, { app_slug, title: 'Fix it' })
    await makeRule(world, { title: 'Of the product', product_slug: 'qr-scanner' })
    await makeRule(world, { title: 'Elsewhere', direction_slug: 'fitness' })
    const { content } = await call({ app: app_slug })
    expect(content).toMatchObject({
      app: { package_id: 'com.example.qr', product_slug: 'qr-scanner' },
      signals: [{ title: 'Crash' }, { title: 'Widget requested' }, { title: 'Rating fell' }],
      tasks: [{ title: 'Fix it' }, { title: 'Check the paywall', of_whole_product: true }],
      decisions: [{ title: 'Scale it' }],
      rules: [
        { title: 'Of the product', scope: 'product' },
        { title: 'No guesses', scope: 'portfolio' },
      ],
    })
    const { headers, body } = await world.send('GET', path)
    expect(body.app.rules.map(({ title }: { title: string }) => title)).toEqual([
      'Of the product',
      'No guesses',
    ])
    expect(content.etag).toBe(headers.etag)
    const changed = await world.send('PATCH', path, { portfolio_note: '-' }, { 'if-match': content.etag })
    expect(changed.status).toBe(200)
  })

  it('has the unresolved signals of its whole product after its own, and marks them', async () => {
    const product_slug = 'qr-scanner'
    const { slug: sibling } = await makeApp(world, { product_slug, platform: 'iOS' })
    await makeSignal(world, { product_slug, title: 'Reviews got worse', severity: 'high' })
    await makeSignal(world, { product_slug, title: 'Settled', status: 'dismissed' })
    await makeSignal(world, { app_slug: sibling, title: 'Of another app' })
    const own = await makeSignal(world, { app_slug, title: 'Slow start' })
    const { signals, next } = (await call({ app: app_slug })).content
    expect(next).toBeUndefined()
    expect(signals[0]).toMatchObject({ id: own.id })
    const marked = signals.map((row: Record<string, unknown>) => [row.title, row.of_whole_product ?? false])
    expect(marked).toEqual(
      expect.arrayContaining([
        ['Slow start', false],
        ['Reviews got worse', true],
      ]),
    )
    for (const title of ['Settled', 'Of another app'])
      expect(signals).not.toContainEqual(expect.objectContaining({ title }))
    const marks = marked.map(([, mark]: [string, boolean]) => mark)
    expect(marks).toEqual(marks.toSorted())
    expect((await call({ app: app_slug, full: true })).content.signals.at(-1)).toMatchObject({
      of_whole_product: true,
    })
  })

  it('has the unfinished tasks of its whole product outside its decisions after its own, and marks them', async () => {
    const product_slug = 'qr-scanner'
    const { slug: sibling } = await makeApp(world, { product_slug, platform: 'Web' })
    await makeTask(world, { product_slug, title: 'For all apps', priority: 'high' })
    await makeTask(world, { product_slug, title: 'Finished', status: 'done' })
    await makeTask(world, { app_slug: sibling, title: 'Of a sibling' })
    const { tasks: own } = await makeDecision(world, { product_slug, tasks: [{ title: 'Of the decision' }] })
    const { tasks, decisions, next } = (await call({ app: app_slug })).content
    expect(next).toBeUndefined()
    const marked = tasks.map((row: Record<string, unknown>) => [row.title, row.of_whole_product ?? false])
    expect(marked).toEqual([
      ['Fix it', false],
      ['For all apps', true],
      ['Check the paywall', true],
    ])
    expect(decisions[0].tasks).toMatchObject([{ id: own[0].id }])
  })

  it.each([
    ['list_signals', makeSignal, 'unresolved signals', ' and unresolved=1', 'resolved'],
    ['list_tasks', makeTask, 'unfinished tasks', '', 'done'],
  ])('%s of one app says what concerns its whole product', async (name, make, noun, more, settled) => {
    const { slug: product_slug } = await makeProduct(world)
    const { slug } = await makeApp(world, { product_slug })
    const next = async (args: object) =>
      (await callTool(toolDependencies(world), name, { app_slug: slug, ...args })).content.next
    await make(world, { product_slug, status: settled })
    await make(world, { app_slug: slug })
    expect(await next({})).toBeUndefined()
    for (let count = 0; count < 2; count++) await make(world, { product_slug })
    const sentence = `The whole product has 2 ${noun} of no single app. Call ${name} with product_slug=${product_slug}${more}.`
    expect(await next({})).toBe(sentence)
    expect(await next({ status: settled })).toBe(sentence)
    await make(world, { app_slug: slug })
    expect(await next({ limit: 1 })).toContain('offset=1')
    const alone = await makeApp(world, { direction_slug: 'fitness' })
    expect(await next({ app_slug: alone.slug })).toBeUndefined()
  })

  it('of an app without a product has the rules of its direction', async () => {
    const { slug } = await makeApp(world, { direction_slug: 'fitness' })
    const { app, rules } = (await call({ app: slug })).content
    expect(app.direction_slug).toBe('fitness')
    expect(rules.map(({ title }: { title: string }) => title)).toEqual(['Elsewhere', 'No guesses'])
  })

  it('names the calls that return the rows that were left out', async () => {
    const product_slug = 'qr-scanner'
    for (let count = 0; count < 11; count++) await makeDecision(world, { product_slug })
    for (let count = 0; count < 20; count++) await makeRule(world, { product_slug, body: 'R'.repeat(1500) })
    const { next, decisions, rules } = (await call({ app: app_slug })).content
    expect(next).toBe(
      `Some rows were left out. Call list_decisions, list_canon_rules with product_slug=${product_slug} for the rest.`,
    )
    const list = (name: string, args: object) => callTool(toolDependencies(world), name, args)
    const listed = (await list('list_decisions', { product_slug })).content.decisions
    expect(listed.length).toBeGreaterThan(decisions.length)
    const { total } = (await list('list_canon_rules', { product_slug })).content
    expect(total).toBeGreaterThan(rules.length)
  })

  it('rejects an unknown app and names the nearest', async () => {
    const { isError, text } = await call({ app: 'qr-scanner-for-ios' })
    expect([isError, text]).toEqual([true, expect.stringContaining(`Nearest: ${app_slug}`)])
  })
})
