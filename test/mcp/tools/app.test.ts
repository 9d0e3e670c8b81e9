import { describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeRule, makeSignal, makeTask } from '../../support/makers.ts'
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
      signals: [{ title: 'Crash' }],
      tasks: [{ title: 'Fix it' }],
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
