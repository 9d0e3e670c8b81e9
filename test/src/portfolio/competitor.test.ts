import { beforeAll, describe, expect, it } from 'vitest'
import { NewCompetitor } from '../../../src/portfolio/competitor/competitor.ts'
import { CompetitorQuery, listCompetitors, readCompetitor } from '../../../src/portfolio/competitor/read.ts'
import { readCompetitorsWithReviews } from '../../../src/portfolio/competitor-review/read.ts'
import { safeValidate, validate } from '../../../src/record/validation/validate.ts'
import { makeProduct, root } from '../../support/makers.ts'
import { faultOf, marketOf } from '../../support/market.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
// biome-ignore lint/suspicious/noExplicitAny: a product as the API returns it
let product: any
beforeAll(async () => {
  world = await makeWorld()
  product = await makeProduct(world)
})

const { addCompetitor, changeCompetitor, removeCompetitor, addReview, removeReview, historyOf } = marketOf(
  () => world,
)
const add = (input: object) => addCompetitor({ product_slug: product.slug, ...input })
const list = async (query: object) =>
  (await listCompetitors(world.database.read, validate(CompetitorQuery, query))).rows

describe('a competitor', () => {
  it('is created, changed and deleted, with its authors and history', async () => {
    const created = await add({
      name: '  Scan It ',
      platform: 'ios',
      relation: 'DIRECT',
      store_url: 'https://apps.apple.com/app/id1',
      note: '',
    })
    expect(created).toMatchObject({
      name: 'Scan It',
      platform: 'iOS',
      relation: 'direct',
      note: null,
      product_id: product.id,
      product_slug: product.slug,
      product_name: product.name,
      reviews_count: 0,
      average_rating: null,
      created_by: operator.by,
    })
    expect(await readCompetitor(world.database.read, created.id)).toEqual(created)
    expect(await changeCompetitor(created.id, { relation: 'aspiration' })).toMatchObject({
      name: 'Scan It',
      relation: 'aspiration',
    })
    await removeCompetitor(created.id)
    expect((await faultOf(readCompetitor(world.database.read, created.id))).code).toBe('not_found')
    const history = await historyOf('competitor', created.id)
    expect(history.map(({ event }) => event)).toEqual(['created', 'updated', 'deleted'])
    expect(history[1]?.changes).toEqual({ relation: { from: 'direct', to: 'aspiration' } })
    expect(history[2]?.actor).toEqual(operator.by)
  })

  it('takes the slug or the id of its product, which must agree', async () => {
    const other = await makeProduct(world)
    const byId = await add({ product_slug: undefined, product_id: String(product.id) })
    expect(byId.product_slug).toBe(product.slug)
    expect((await changeCompetitor(byId.id, { product_slug: other.slug })).product_slug).toBe(other.slug)
    expect(await faultOf(add({ product_id: other.id }))).toMatchObject({
      errors: { product_id: ['The selected product id is invalid.'] },
    })
    expect(await faultOf(changeCompetitor(byId.id, { product_slug: 'none' }))).toMatchObject({
      errors: { product_slug: ['The selected product slug is invalid.'] },
    })
    expect(await faultOf(changeCompetitor(byId.id, { product_slug: null }))).toMatchObject({
      errors: { product_slug: ['The product slug field is required.'] },
    })
  })

  it('is rejected with every invalid field', () => {
    const { errors } = safeValidate(NewCompetitor, {
      name: ' ',
      platform: 'Palm',
      store_url: 'ftp://x',
      relation: 'rival',
      note: 'x'.repeat(5001),
      rating: 5,
    })
    expect(JSON.parse(JSON.stringify(errors))).toEqual({
      product_slug: ['The product slug field is required.'],
      name: ['The name field is required.'],
      platform: [expect.stringMatching(/^The selected platform is invalid\. Allowed: Android, /)],
      store_url: ['The store url field must be a valid URL.'],
      relation: ['The selected relation is invalid. Allowed: direct, indirect, aspiration.'],
      note: ['The note field must not be greater than 5000 characters.'],
      rating: [expect.stringMatching(/^The rating field is prohibited\. Allowed: /)],
    })
  })

  it('cannot be deleted while it has reviews', async () => {
    const { id } = await add({})
    const review = await addReview({ competitor_id: id })
    expect(await faultOf(removeCompetitor(id))).toEqual({
      code: 'conflict',
      errors: undefined,
      blocking: { competitor_reviews: 1 },
    })
    await removeReview(review.id)
    await removeCompetitor(id)
  })

  it('is deleted or gets a review, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await add({})
      const results = await Promise.allSettled([addReview({ competitor_id: id }), removeCompetitor(id)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('is filtered and sorted, empty values last', async () => {
    const { slug, id: product_id } = await makeProduct(world)
    const a = await add({ product_slug: slug, name: 'A', platform: 'iOS', note: 'cheap 100%' })
    const b = await add({ product_slug: slug, name: 'b', relation: 'indirect' })
    const c = await add({ product_slug: slug, name: 'C', platform: 'Android', relation: 'direct' })
    await addReview({ competitor_id: b.id, rating: 4 })
    await addReview({ competitor_id: b.id, rating: 5 })
    await addReview({ competitor_id: c.id, rating: 1 })
    const found = async (query: object) =>
      (await list({ product_slug: slug, ...query })).map(({ name }) => name).join('')
    expect(await found({})).toBe('CbA')
    expect(await found({ sort: 'id' })).toBe('AbC')
    expect(await found({ relation: 'indirect' })).toBe('b')
    expect(await found({ platform: 'Android' })).toBe('C')
    expect(await found({ search: '100%' })).toBe('A')
    expect(await found({ search: '0%0' })).toBe('')
    expect(await found({ sort: '-reviews_count' })).toBe('bCA')
    expect(await found({ sort: '-average_rating' })).toBe('bCA')
    expect(await found({ sort: '-platform' })).toBe('ACb')
    expect(await found({ sort: 'platform', page: 2, per_page: 2 })).toBe('b')
    for (const sort of ['name', 'product_slug', 'relation', 'created_at', '-updated_at'])
      expect((await list({ product_slug: slug, sort })).length).toBe(3)
    expect((await list({ product_slug: slug, search: 'b' }))[0]).toMatchObject({
      reviews_count: 2,
      average_rating: 4.5,
    })
    expect(await list({ product_slug: 'none' })).toEqual([])

    const ofProduct = await readCompetitorsWithReviews(world.database.read, { product_id })
    expect(ofProduct.map(({ id }) => id)).toEqual([c.id, b.id, a.id])
    expect(ofProduct[1]?.latest_reviews.map(({ rating }) => rating)).toEqual([5, 4])
    expect(ofProduct[2]?.latest_reviews).toEqual([])
  })

  it('has no path in the API and is not in the change feed', async () => {
    await add({})
    for (const path of ['competitors', 'competitor-reviews', 'keyword-positions', 'store-truth'])
      for (const method of ['GET', 'POST'])
        expect((await world.send(method, `${root}/${path}`)).status).toBe(404)
    const { body } = await world.send('GET', `${root}/changes?limit=200`)
    expect(body.changes.map(({ entity }: { entity: string }) => entity)).not.toContain('competitor')
  })
})
