import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeEconomics, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let product_slug: string
beforeAll(async () => {
  world = await makeWorld()
  product_slug = (await makeProduct(world, { name: 'Receipts' })).slug
})

const post = async (path: string, body: object, parameters = '') => {
  const answer = await world.send('POST', `${root}/${path}${parameters}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(parameters === '' ? 201 : 200)
  return answer.body
}

describe('the products and apps similar to a new one', () => {
  it('have a similar name or candidate name, in any direction, and are of both kinds', async () => {
    const app = await makeApp(world, { name: 'Учет расходов для iPad', product_slug })
    const product = await makeProduct(world, { name: 'Учёт расходов', direction_slug: 'documents-qr' })
    const candidate = await makeApp(world, { name: 'X', product_candidate_name: 'Учёт-расходов 2' })
    await makeProduct(world, { name: 'Учёт времени' })
    const found = [
      { kind: 'product', slug: product.slug, status: 'candidate', place: 'direction:documents-qr', score: 1 },
      { kind: 'app', slug: candidate.slug, title: 'X', place: 'direction:utilities' },
      { kind: 'app', slug: app.slug, status: 'idea', place: `product:${product_slug}` },
    ]
    const rest = { direction_slug: 'utilities', platform: 'iOS' }
    const name = 'Расходов учёт'
    expect(
      (await post('products', { direction_slug: 'utilities', name }, '?dry_run=1')).similar,
    ).toMatchObject(found)
    expect((await post('apps', { ...rest, name }, '?dry_run=1')).similar).toMatchObject(found)
    const named = { ...rest, name: 'Y', product_candidate_name: name }
    expect((await post('apps', named, '?dry_run=1')).similar).toMatchObject(found)
  })
})

describe('the economics similar to new ones', () => {
  it('have the same place and an overlapping period, and as score the share of common days', async () => {
    const place = { product_slug: (await makeProduct(world)).slug }
    const half = await makeEconomics(world, {
      ...place,
      period_start: '2026-01-01',
      period_end: '2026-01-10',
    })
    const next = await makeEconomics(world, {
      ...place,
      period_start: '2026-01-20',
      period_end: '2026-02-08',
    })
    await makeEconomics(world, { ...place, period_start: '2026-01-21', period_end: '2026-01-31' })
    await makeEconomics(world, { product_slug, period_start: '2026-01-01', period_end: '2026-01-20' })
    const body = { ...place, title: 'Other words', period_start: '2026-01-01', period_end: '2026-01-20' }
    expect((await post('economics', body, '?dry_run=1')).similar).toEqual([
      {
        kind: 'economics',
        id: half.id,
        slug: null,
        title: 'Economics',
        status: 'unconfirmed',
        score: 0.5,
        place: `product:${place.product_slug}`,
      },
      expect.objectContaining({ id: next.id, score: 0.03 }),
    ])
  })
})
