import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeInsight,
  makeProduct,
  makeSignal,
  root,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const products = `${root}/products`

describe('GET /products', () => {
  const slugs = async (query: string) => {
    const { body } = await world.send('GET', `${products}?${query}`)
    return body.products.map(({ slug }: { slug: string }) => slug)
  }

  it('filters by every field, and by portfolio_status under both names', async () => {
    await makeProduct(world, {
      name: 'Loupe 100%',
      direction_slug: 'wellness-mental',
      portfolio_status: 'sunset',
      product_focus: 'exit',
      is_favorite: true,
      summary: 'Magnifies.',
    })
    await makeProduct(world, { name: 'Plain', direction_slug: 'wellness-mental' })
    for (const query of [
      'portfolio_status=Sunset',
      'status=SUNSET',
      'product_focus=exit',
      'slug=Loupe-100',
      'name=LOUPE',
      'name=0%25',
      'q=magni',
      'q=upe-1',
      'direction_slug=wellness-mental&is_favorite=1',
      'direction_slug=wellness-mental&is_favorite=true&status=sunset&portfolio_status=sunset',
    ])
      expect(await slugs(query)).toEqual(['loupe-100'])
    expect(await slugs('direction_slug=wellness-mental&is_favorite=0')).toEqual(['plain'])
    expect(await slugs('status=sunset&portfolio_status=core')).toEqual([])
  })

  it('rejects an invalid filter value and warns of an unknown slug', async () => {
    const allowed = 'candidate, next, core, support, frozen, sunset, archived'
    expectValidationErrors(
      await world.send('GET', `${products}?status=dead&portfolio_status=&is_favorite=yes`),
      {
        status: `The selected status is invalid. Allowed: ${allowed}.`,
        portfolio_status: `The selected portfolio status is invalid. Allowed: ${allowed}.`,
        is_favorite: 'The is favorite field must be true or false.',
      },
    )
    const { body } = await world.send('GET', `${products}?slug=nowhere`)
    expect(body.warnings).toEqual([
      { field: 'slug', message: expect.stringContaining('There is no product with the slug "nowhere".') },
    ])
    expect((await world.send('GET', `${products}?slug=plain&status=core`)).body.warnings).toBeUndefined()
  })
})

describe('GET /products/{product}', () => {
  it('returns the apps and the latest ten signals, insights and decisions', async () => {
    const { id: product_id, slug } = await makeProduct(world)
    const app = await makeApp(world, { product_id })
    for (let times = 0; times < 11; times++) await makeSignal(world, { product_id })
    await makeSignal(world, { product_id, status: 'resolved', title: 'Last' })
    const insight = await makeInsight(world, { app_id: app.id })
    const decision = await makeDecision(world, { product_id, tasks: [{ title: 'Do' }] })

    const { product } = (await world.send('GET', `${products}/${slug}`)).body
    expect(product).toMatchObject({ apps_count: 1, open_signals_count: 11, apps: [app], insights: [insight] })
    expect(product.decisions).toEqual([decision])
    expect(product.signals).toHaveLength(10)
    expect(product.signals[0].title).toBe('Last')
  })
})
