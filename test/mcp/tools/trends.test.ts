import { beforeAll, describe, expect, it } from 'vitest'
import { storeClicks } from '../../support/clicks.ts'
import { makeApp, makeProduct } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { callTool, maxResultBytes, sentBytes, toolDependencies } from '../call-tool.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Scanner' })
  await makeApp(world, { product_slug: 'scanner', name: 'Scanner for iOS' })
  for (let index = 0; index < 40; index++) await makeApp(world)
  await storeClicks(world)
})

const trends = (args?: object) => callTool(toolDependencies(world), 'get_trends', args)

describe('get_trends', () => {
  it('answers as GET /trends does, with clicks if no metric is sent', async () => {
    const args = { app: 'Scanner for iOS', days: '7' }
    const { content } = await trends(args)
    const query = 'metric=clicks&app_slug=scanner-for-ios&days=7'
    const { body } = await world.send('GET', `/api/portfolio/trends?${query}`)
    const { trends: rows, period, previous, meta } = body
    const withoutNulls = JSON.parse(JSON.stringify(rows, (_key, value) => value ?? undefined))
    expect(content).toEqual({ total: meta.total, period, previous, trends: withoutNulls })
    expect(rows).toMatchObject([{ current: 672, previous: 623, change: 49, change_percent: 7.9 }])
  })

  it('stays under 25 kB for the whole portfolio, and says how many are left out', async () => {
    const { text, content } = await trends()
    expect(sentBytes(text)).toBeLessThan(maxResultBytes)
    expect(content.trends.length).toBeGreaterThan(10)
    expect(content.next).toMatch(
      new RegExp(
        `^These are the ${content.trends.length} largest of 41 changes\\..* product_slug or app_slug`,
      ),
    )
  })

  it('rejects an unknown slug with the nearest, and an argument of another metric', async () => {
    for (const args of [{ product_slug: 'scaner' }, { product: 'scaner' }])
      expect((await trends(args)).text).toMatch(
        /product_slug: There is no product "scaner"\. Nearest: scanner/,
      )
    expect((await trends({ metric: 'rating', keyword: 'qr' })).text).toMatch(/unless metric is position/)
    expect((await trends({ metric: 'installs' })).text).toMatch(/Allowed: clicks, rating, position/)
  })
})
