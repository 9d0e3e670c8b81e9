import { describe, expect, it } from 'vitest'
import { copyNewest, makeProduct, makeRule, makeSignal } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'

const summary = async (world: World) =>
  (await callTool(toolDependencies(world), 'get_portfolio_summary')).content

const long = '<'.repeat(200)

describe('get_portfolio_summary', () => {
  it('names the author beside each record that needs attention, risk and growth point', async () => {
    const world = await makeWorld()
    for (const signal_type of ['risk', 'growth-point'])
      await makeSignal(world, { signal_type, severity: 'critical', title: 'Obey' })
    const { need_attention, risks, growth_points } = await summary(world)
    for (const row of [...need_attention, ...risks, ...growth_points])
      expect(row).toMatchObject({ title: 'Obey', created_by: expect.stringContaining('env:1') })
    expect([need_attention.length, risks.length, growth_points.length]).toEqual([2, 1, 1])
  })
})

describe('`next` of get_portfolio_summary', () => {
  it('is absent when every list is complete', async () => {
    const world = await makeWorld()
    await makeProduct(world)
    await makeRule(world)
    expect(await summary(world)).not.toHaveProperty('next')
  })

  it('names each truncated list, with the tool that returns all of it', async () => {
    const world = await makeWorld()
    for (let number = 0; number < 21; number++) await makeRule(world)
    for (let number = 0; number < 11; number++)
      await makeSignal(world, { signal_type: 'risk', severity: 'critical' })
    const { next, canon, risks, products } = await summary(world)
    expect([canon.length, risks.length, products.length]).toEqual([20, 10, 0])
    expect(next).toContain('canon (20 rows): list_canon_rules')
    expect(next).toContain('risks (10 rows): list_signals with signal_type=risk and unresolved=1')
    expect(next).toContain('need_attention (10 rows): list_signals, list_decisions and list_tasks')
    expect(next).not.toMatch(/products|growth_points/)
  })

  it('names the lists that were truncated for size', async () => {
    const world = await makeWorld()
    await makeProduct(world, { name: `0 ${long}` })
    await copyNewest(world, 'products', 59, { name: 'n || substr(name, 2)', slug: 'n || substr(slug, 2)' })
    const { next, products } = await summary(world)
    expect(products.length).toBeLessThan(60)
    expect(next).toContain(`products (${products.length} rows): list_products`)
    expect(next).not.toContain('canon')
  })
})
