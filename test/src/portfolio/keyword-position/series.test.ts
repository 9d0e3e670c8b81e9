import { beforeAll, describe, expect, it } from 'vitest'
import { readPositionSeries } from '../../../../src/portfolio/keyword-position/series.ts'
import { atOnce, makeApp, makeProduct } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { addPosition } = marketOf(() => world)

describe('the series of keyword positions', () => {
  it('has the positions of each app, keyword and country, best latest position first', async () => {
    const { id: product_id } = await makeProduct(world)
    const { slug, id: app_id, name } = await makeApp(world, { product_id, platform: 'Android' })
    const dates = ['2026-02-01', '2026-02-03', '2026-02-02']
    for (const [index, date] of dates.entries()) {
      await addPosition({ app_slug: slug, keyword: 'far', date, position: 40 + index })
      await addPosition({
        app_slug: slug,
        keyword: index ? 'Near' : 'near',
        date,
        position: index ? 4 : null,
      })
    }
    await addPosition({ app_slug: slug, keyword: 'near', country: 'FR', date: '2026-02-03', measured: false })
    await addPosition({ app_slug: slug, keyword: 'given up', date: '2026-01-05', position: 1 })
    const { series, more } = await readPositionSeries(world.database.read, { product_id, from: '2026-01-01' })
    expect(more).toBe(false)
    expect(series.map(({ keyword, country }) => `${keyword} ${country}`)).toEqual([
      'Near DE',
      'far DE',
      'near FR',
    ])
    expect(series[0]).toEqual({
      app_id,
      app_slug: slug,
      app_name: name,
      platform: 'Android',
      keyword: 'Near',
      country: 'DE',
      points: [
        { date: '2026-02-01', position: null, measured: true },
        { date: '2026-02-02', position: 4, measured: true },
        { date: '2026-02-03', position: 4, measured: true },
      ],
    })
    const later = await readPositionSeries(world.database.read, { product_id, from: '2026-02-03' })
    expect(later.series.map(({ points }) => points.length)).toEqual([1, 1, 1])
  })

  it('is limited to twelve', async () => {
    const { id: product_id } = await makeProduct(world)
    const { slug } = await makeApp(world, { product_id })
    await atOnce(13, (index) => addPosition({ app_slug: slug, keyword: `k${index}`, position: 13 - index }))
    const { series, more } = await readPositionSeries(world.database.read, { product_id, from: '2026-01-01' })
    expect([series.length, series[0]?.keyword, more]).toEqual([12, 'k12', true])
  })
})
