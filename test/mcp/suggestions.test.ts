import { describe, expect, it } from 'vitest'
import { callTool, toolDependencies } from './call-tool.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const call = (name: string, args?: unknown) => callTool(toolDependencies(world), name, args)

describe('an unknown slug', () => {
  it.each([
    ['get_product', { product: 'qr-scaner' }, 'qr-scanner'],
    ['get_product', { product: 'scanner' }, 'qr-scanner'],
    ['list_signals', { product_slug: 'step-conter' }, 'step-counter'],
    ['list_apps', { direction_slug: 'fitnes' }, 'fitness'],
    ['get_portfolio_summary', { direction_slug: 'document' }, 'documents-qr'],
  ])('in %s %j is an error that suggests %s', async (name, args, nearest) => {
    const { isError, text, content } = await call(name, args)
    expect(isError).toBe(true)
    expect(text).toMatch(new RegExp(`Nearest: ${nearest}\\b`))
    expect(content).toBeUndefined()
  })

  it('as a number is an error too', async () => {
    expect((await call('get_product', { product: 999 })).text).toContain('There is no product "999"')
    expect((await call('get_product', { product: '9'.repeat(30) })).isError).toBe(true)
  })
})

describe('a known slug', () => {
  it('without matching records returns an empty list', async () => {
    const found = await call('list_signals', { product_slug: 'step-counter' })
    expect(found).toMatchObject({ content: { total: 0, signals: [] } })
    expect(found.isError).toBeFalsy()
  })
})
