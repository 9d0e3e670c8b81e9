import { beforeAll, describe, expect, it } from 'vitest'
import {
  listStoreTruth,
  readStoreTruth,
  readStoreTruthSeries,
  StoreTruthQuery,
} from '../../../src/portfolio/store-truth/read.ts'
import { NewStoreTruth } from '../../../src/portfolio/store-truth/store-truth.ts'
import { safeValidate, validate } from '../../../src/record/validation/validate.ts'
import { makeApp, makeProduct } from '../../support/makers.ts'
import { faultOf, marketOf } from '../../support/market.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
// biome-ignore lint/suspicious/noExplicitAny: an app as the API returns it
let app: any
beforeAll(async () => {
  world = await makeWorld()
  app = await makeApp(world)
})

const { addTruth, changeTruth, removeTruth, historyOf } = marketOf(() => world)
const add = (input: object) => addTruth({ app_slug: app.slug, ...input })

describe('a store truth', () => {
  it('is created, changed and deleted, with its authors and history', async () => {
    const created = await add({
      title: 'QR scanner',
      rating: '4.65',
      ratings_count: 1200,
      installs_band: '10,000+',
      price: 'free',
      status: 'In_Review',
      source: 'store page',
    })
    expect(created).toMatchObject({
      app_id: app.id,
      app_slug: app.slug,
      app_name: app.name,
      rating: 4.65,
      status: 'in-review',
      subtitle: null,
      created_by: operator.by,
    })
    expect(await changeTruth(created.id, { rating: 4.7, status: 'live' })).toMatchObject({ rating: 4.7 })
    expect(await changeTruth(created.id, { rating: '4.70' })).toMatchObject({ rating: 4.7 })
    await removeTruth(created.id)
    expect((await faultOf(readStoreTruth(world.database.read, created.id))).code).toBe('not_found')
    const history = await historyOf('store_truth', created.id)
    expect(history.map(({ event }) => event)).toEqual(['created', 'status_changed', 'deleted'])
    expect(history[1]?.changes).toEqual({
      rating: { from: 4.65, to: 4.7 },
      status: { from: 'in-review', to: 'live' },
    })
  })

  it('is rejected with every invalid field', () => {
    const errorsOf = (input: object) => safeValidate(NewStoreTruth, input).errors
    expect(errorsOf({ rating: 5.1, ratings_count: -1, status: 'gone', title: 'x'.repeat(256) })).toEqual({
      app_slug: ['The app slug field is required.'],
      date: ['The date field is required.'],
      rating: ['The rating field must not be greater than 5.'],
      ratings_count: ['The ratings count field must be at least 0.'],
      status: ['The selected status is invalid. Allowed: live, removed, in-review.'],
      title: ['The title field must not be greater than 255 characters.'],
    })
    const rated = (rating: unknown) => errorsOf({ app_id: 1, date: '2026-05-01', rating })?.rating
    expect(rated('4,7')).toEqual(['The rating field must be a number.'])
    expect(rated(true)).toEqual(['The rating field must be a number.'])
    expect(rated(4.651)).toEqual(['The rating field must have at most 2 decimal places.'])
    for (const valid of ['', null, 0, '5', 4.1, 0.07]) expect(rated(valid)).toBeUndefined()
  })

  it('is unique for an app and a day, also when created concurrently', async () => {
    const date = '2026-04-01'
    const results = await Promise.allSettled(
      ['1', '2', '3', '4', '5'].map((version) => add({ date, version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await faultOf(add({ date }))).toMatchObject({
      errors: { date: ['The date has already been taken.'] },
    })
  })
})

it('lists store truth by filters and in any order, newest day first', async () => {
  const { slug: app_slug } = await makeApp(world)
  await add({ app_slug, date: '2026-01-02', title: 'B', rating: 4.5, status: 'live' })
  await add({ app_slug, date: '2026-01-01', title: 'A', status: 'removed' })
  await add({ app_slug, date: '2026-01-03', subtitle: 'scan it', rating: 3 })
  const rows = async (query: object) =>
    (await listStoreTruth(world.database.read, validate(StoreTruthQuery, { app_slug, ...query }))).rows
  const found = async (query: object) => (await rows(query)).map(({ date }) => date.at(-1)).join('')
  expect(await found({})).toBe('321')
  expect(await found({ status: 'live' })).toBe('2')
  expect(await found({ search: 'SCAN' })).toBe('3')
  expect(await found({ date_from: '2026-01-02' })).toBe('32')
  expect(await found({ date_to: '2026-01-02' })).toBe('21')
  expect(await found({ sort: '-rating' })).toBe('231')
  expect(await found({ sort: 'title' })).toBe('123')
  for (const sort of ['id', 'app_slug', 'subtitle', 'version', 'ratings_count', 'installs_band', 'price'])
    expect(await rows({ sort })).toHaveLength(3)
  for (const sort of ['source', 'created_at', 'updated_at', 'status', 'date'])
    expect(await rows({ sort })).toHaveLength(3)
})

it('returns the store truth of each app over time', async () => {
  const { id: product_id } = await makeProduct(world)
  const [one, two] = [await makeApp(world, { product_id }), await makeApp(world, { product_id })]
  await makeApp(world, { product_id })
  await add({ app_slug: one.slug, date: '2026-01-02', rating: 4.5 })
  await add({ app_slug: one.slug, date: '2026-01-01', rating: 4 })
  await add({ app_slug: one.slug, date: '2025-12-01' })
  await add({ app_slug: two.slug, date: '2026-01-01', version: '1.0' })
  const series = await readStoreTruthSeries(world.database.read, { product_id, from: '2026-01-01' })
  expect(series).toMatchObject([
    {
      app_slug: one.slug,
      points: [
        { date: '2026-01-01', rating: 4 },
        { date: '2026-01-02', rating: 4.5 },
      ],
    },
    { app_slug: two.slug, points: [{ date: '2026-01-01', version: '1.0' }] },
  ])
})
