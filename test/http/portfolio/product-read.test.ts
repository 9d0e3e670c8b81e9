import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectRefused,
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
  const ids = async (query: string) => {
    const { body } = await world.send('GET', `${products}?${query}`)
    return body.products.map(({ slug }: { slug: string }) => slug)
  }

  it('filters by every field, and by status under both names', async () => {
    await makeProduct(world, {
      name: 'Loupe 100%',
      direction_slug: 'wellness-mental',
      portfolio_status: 'sunset',
      product_focus: 'exit',
      is_favorite: true,
      summary: 'Magnifies.',
    })
    await makeProduct(world, { name: 'Plain', direction_slug: 'wellness-mental' })
    const one = ['loupe-100']
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
      expect(await ids(query)).toEqual(one)
    expect(await ids('direction_slug=wellness-mental&is_favorite=0')).toEqual(['plain'])
    expect(await ids('status=sunset&portfolio_status=core')).toEqual([])
  })

  it('refuses a value no product has, and warns of a slug none has', async () => {
    const allowed = 'candidate, next, core, support, frozen, sunset, archived'
    expectRefused(await world.send('GET', `${products}?status=dead&portfolio_status=&is_favorite=yes`), {
      status: `The selected status is invalid. Allowed: ${allowed}.`,
      portfolio_status: `The selected portfolio status is invalid. Allowed: ${allowed}.`,
      is_favorite: 'The is favorite field must be true or false.',
    })
    const { body } = await world.send('GET', `${products}?slug=nowhere`)
    expect(body.warnings).toEqual([
      { field: 'slug', message: 'There is no product with the slug "nowhere".' },
    ])
    expect((await world.send('GET', `${products}?slug=plain&status=core`)).body.warnings).toBeUndefined()
  })
})

describe('GET /products/{product}', () => {
  it('shows the apps and the last ten of what was said and decided', async () => {
    const { id, slug } = await makeProduct(world)
    const of = { product_id: id }
    const app = await makeApp(world, of)
    for (let times = 0; times < 11; times++) await makeSignal(world, of)
    await makeSignal(world, { ...of, status: 'resolved', title: 'Last' })
    const insight = await makeInsight(world, { app_id: app.id })
    const decision = await makeDecision(world, { ...of, tasks: [{ title: 'Do' }] })
    const { product } = (await world.send('GET', `${products}/${slug}`)).body
    expect(product).toMatchObject({ apps_count: 1, open_signals_count: 11, apps: [app], insights: [insight] })
    expect(product.decisions).toEqual([decision])
    expect(product.signals).toHaveLength(10)
    expect(product.signals[0].title).toBe('Last')
    const { body } = await world.send('GET', `${products}/${slug}?include=all`)
    expect(body.warnings[0].field).toBe('include')
  })
})
