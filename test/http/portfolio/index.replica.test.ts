import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { makeApp, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

// A second database stands for a replica that lags: it has no record of the primary.
let world: World
beforeAll(async () => {
  const { url } = await makeWorld()
  world = await makeWorld({ DATABASE_REPLICA_URLS: url })
  await makeProduct(world, { name: 'Compass' })
  await makeApp(world, { name: 'Compass for iOS', product_slug: 'compass' })
})

const get = async (path: string) => (await world.send('GET', `${root}/${path}`)).body

describe('a list read from a replica that does not have the record of its filter yet', () => {
  it.each([
    'signals?product_slug=compass',
    'tasks?app_slug=compass-for-ios',
    'products?slug=compass',
    'apps?slug=compass-for-ios',
    'canon-rules?binds_product=compass',
    'search?q=map&product_slug=compass',
  ])('has no warning that the record does not exist: %s', async (path) => {
    const body = await get(path)
    expect(body.meta.count).toBe(0)
    expect(body).not.toHaveProperty('warnings')
  })

  it('still warns about a slug that does not exist', async () => {
    expect((await get('signals?product_slug=sextant')).warnings).toEqual([
      {
        field: 'product_slug',
        message: expect.stringContaining('There is no product with the slug "sextant".'),
      },
    ])
  })

  it.each([
    ['list_signals', { product_slug: 'compass' }],
    ['search', { query: 'map', product_slug: 'compass' }],
  ])('is not rejected by %s for an unknown slug', async (tool, args) => {
    const { isError, text } = await callTool(toolDependencies(world), tool, args)
    expect(isError, text).toBeUndefined()
  })
})
