import { describe, expect, it } from 'vitest'
import { makeProduct } from '../../support/makers.ts'
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

  it('returns the product with the records that belong to it, of signals the open ones only', async () => {
    const found = await get({ product: 'qr-scanner' })
    expect(found.product).toMatchObject({ portfolio_status: 'core', created_by: { type: 'env_token' } })
    expect(found).toMatchObject({
      apps: [{ package_id: 'com.example.qr' }],
      signals: [{ signal_type: 'growth-point' }, { signal_type: 'problem' }],
      insights: [{ body: 'Three times as often.' }],
      economics: [{ period_start: '2026-10-01' }],
      decisions: [{ tasks: [{ title: 'Raise the budget', priority: 'high' }] }],
      rules: [{ body: 'Numbers first.', trusted: false }],
    })
    await world.send('PATCH', '/api/portfolio/signals/1', { status: 'resolved' })
    expect((await get({ product: 'qr-scanner' })).signals).toHaveLength(1)
  })

  it('returns the canon rules that bind the product, and no others', async () => {
    const rule = { title: 'Elsewhere', rule_type: 'direction-policy', body: '-' }
    await world.send('POST', '/api/portfolio/canon-rules', { ...rule, direction_slug: 'fitness' })
    expect((await get({ product: 'qr-scanner' })).rules).toHaveLength(1)
    expect((await get({ product: 'step-counter' })).rules).toHaveLength(2)
  })

  it('refers to list_products when not every slug fits', async () => {
    expect((await get()).next).not.toContain('list_products')
    const name = (number: number) => `${number} ${'name '.repeat(45)}`
    for (let number = 0; number < 150; number++) await makeProduct(world, { name: name(number) })
    const { choose_from, next } = await get()
    expect(choose_from.length).toBeLessThan(152)
    expect(next).toContain(`${choose_from.length} of 152`)
    expect(next).toMatch(/list_products .*offset=0/)
    expect((await get({ product: 'qr-scanner' })).next).toBeUndefined()
  })
})
