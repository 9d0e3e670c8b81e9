import { beforeAll, describe, expect, it } from 'vitest'
import { NewCompetitorReview } from '../../../src/portfolio/competitor-review/competitor-review.ts'
import {
  CompetitorReviewQuery,
  listCompetitorReviews,
  readCompetitorReview,
} from '../../../src/portfolio/competitor-review/read.ts'
import { safeValidate, validate } from '../../../src/record/validation/validate.ts'
import { makeProduct } from '../../support/makers.ts'
import { faultOf, marketOf } from '../../support/market.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let product_id: number
beforeAll(async () => {
  world = await makeWorld()
  product_id = (await makeProduct(world)).id
})

const { addCompetitor, addReview, changeReview, removeReview, historyOf } = marketOf(() => world)
const list = async (query: object) =>
  (await listCompetitorReviews(world.database.read, validate(CompetitorReviewQuery, query))).rows

describe('a review of a competitor', () => {
  it('is created, changed and deleted, with its authors and history', async () => {
    const { id: competitor_id, name } = await addCompetitor({ product_id, name: 'Reviewed' })
    const created = await addReview({ competitor_id, rating: '2', author: 'Ann', language: 'en' })
    expect(created).toMatchObject({
      competitor_id,
      competitor_name: name,
      rating: 2,
      reviewed_at: '2026-05-01',
      updated_by: operator.by,
    })
    await changeReview(created.id, { rating: '' })
    expect(await readCompetitorReview(world.database.read, created.id)).toMatchObject({ rating: null })
    await removeReview(created.id)
    const history = await historyOf('competitor_review', created.id)
    expect(history.map(({ event }) => event)).toEqual(['created', 'updated', 'deleted'])
    expect(history[1]?.changes).toEqual({ rating: { from: 2, to: null } })
  })

  it('is rejected with every invalid field, or for a competitor that does not exist', async () => {
    const { errors } = safeValidate(NewCompetitorReview, {
      rating: 6,
      author: 'x'.repeat(256),
      language: 'x'.repeat(9),
      reviewed_at: '2026-02-30',
    })
    expect(errors).toEqual({
      competitor_id: ['The competitor id field is required.'],
      rating: ['The rating field must not be greater than 5.'],
      author: ['The author field must not be greater than 255 characters.'],
      body: ['The body field is required.'],
      language: ['The language field must not be greater than 8 characters.'],
      reviewed_at: ['The reviewed at field must match the format Y-m-d. February 2026 has 28 days.'],
    })
    expect(await faultOf(addReview({ competitor_id: 999_999 }))).toMatchObject({
      errors: { competitor_id: ['The selected competitor id is invalid.'] },
    })
  })

  it('is filtered and sorted, newest day first', async () => {
    const { id: competitor_id } = await addCompetitor({ product_id })
    const days = ['2026-03-02', '2026-03-01', '2026-03-03']
    for (const [index, reviewed_at] of days.entries())
      await addReview({
        competitor_id,
        reviewed_at,
        rating: index + 1,
        language: index ? 'DE' : 'en',
        body: `Text ${index}`,
      })
    const found = async (query: object) =>
      (await list({ competitor_id, ...query })).map(({ rating }) => rating)
    expect(await found({})).toEqual([3, 1, 2])
    expect(await found({ rating: 2 })).toEqual([2])
    expect(await found({ language: 'de' })).toEqual([3, 2])
    expect(await found({ date_from: '2026-03-02', date_to: '2026-03-02' })).toEqual([1])
    expect(await found({ search: 'text 2' })).toEqual([3])
    for (const sort of ['competitor_name', 'author', 'language', 'created_at', 'updated_at', 'id'])
      expect(await found({ sort })).toHaveLength(3)
    expect(
      safeValidate(CompetitorReviewQuery, { date_from: '2026-02-02', date_to: '2026-02-01' }).errors,
    ).toEqual({
      date_to: ['The date to field must be a date after or equal to date from.'],
    })
  })
})
