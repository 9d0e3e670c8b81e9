import { beforeAll, expect, it } from 'vitest'
import { credentials } from '../../support/credentials.ts'
import { importerOf, reasonsIn } from '../../support/importer.ts'
import { makeApp, makeProduct, sql } from '../../support/makers.ts'
import { marketOf } from '../../support/market.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { addCompetitor, addReview, addTruth, historyOf } = marketOf(() => world)
const { run } = importerOf(() => world)

it('imports reviews once, and changes the rating or language of a known one', async () => {
  const { id: product_id } = await makeProduct(world)
  const { id } = await addCompetitor({ product_id })
  const known = await addReview({ competitor_id: id, author: 'Ann', body: 'Bad\nvery', rating: 2 })
  const lines = [
    '\uFEFFcompetitor_id;reviewed_at;author;body;rating',
    `${id};2026-05-01;Ann;"Bad\r\nvery";3,0`,
    `${id};2026-05-01;;"He said ""good""; twice";`,
    `${id};2026-05-01;;"He said ""good""; twice";5`,
    `${id};2026-05-01;Bob;'=1+1;5`,
    '999999;2026-05-01;Bob;x;5',
  ]
  const result = await run('competitor-reviews', ...lines)
  expect(result).toMatchObject({ created: 2, changed: 1, unchanged: 0, rejected: 2 })
  expect(reasonsIn(result)).toEqual([
    [5, 'Line 4 has the same competitor_id, author, reviewed_at and body.'],
    [7, 'The selected competitor id is invalid.'],
  ])
  expect((await historyOf('competitor_review', known.id)).at(-1)?.changes).toEqual({
    rating: { from: 2, to: 3 },
  })
  const bodies = await sql(
    world,
    `select body from competitor_reviews where competitor_id = $1 order by body collate "C"`,
    id,
  )
  expect(bodies.map(({ body }) => body)).toEqual(['=1+1', 'Bad\nvery', 'He said "good"; twice'])
  expect(await run('competitor-reviews', ...lines)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
})

it('imports store truth, and keeps the values of columns that the file does not have', async () => {
  const { slug } = await makeApp(world)
  const { id } = await addTruth({
    app_slug: slug,
    title: 'Old',
    subtitle: 'Kept',
    price: 'free',
    status: 'live',
  })
  const header = 'app_slug\tdate\ttitle\trating\tratings_count\tprice\tstatus'
  const result = await run(
    'store-truth',
    header,
    `${slug}\t2026-05-01\tNew\t4,65\t1200\t\tRemoved`,
    `${slug}\t2026-05-02\tNew\t4.7\t\t\t`,
    `${slug}\t2026-05-03\tNew\tgood\t\t\tgone`,
  )
  expect(result).toMatchObject({ created: 1, changed: 1, rejected: 1 })
  expect(reasonsIn(result)[0]?.slice(1)).toEqual([
    'The rating field must be a number.',
    'The selected status is invalid. Allowed: live, removed, in-review.',
  ])
  expect((await historyOf('store_truth', id)).at(-1)).toMatchObject({
    event: 'status_changed',
    changes: {
      title: { from: 'Old', to: 'New' },
      rating: { from: null, to: 4.65 },
      ratings_count: { from: null, to: 1200 },
      price: { from: 'free', to: null },
      status: { from: 'live', to: 'removed' },
    },
  })
  const [stored] = await sql(world, 'select subtitle, updated_by from store_truth where id = $1', id)
  expect(stored).toEqual({ subtitle: 'Kept', updated_by: operator.by })
})

it('rejects a credential in a cell, without repeating it', async () => {
  const { slug } = await makeApp(world)
  const { id } = await addCompetitor({ product_id: (await makeProduct(world)).id })
  const text = `Key: ${credentials['Google API key']}`
  const results = [
    await run('keyword-positions', 'app_slug,country,date,keyword', `${slug},DE,2026-01-01,${text}`),
    await run('store-truth', 'app_slug,date,subtitle', `${slug},2026-01-01,${text}`),
    await run('competitor-reviews', 'competitor_id,reviewed_at,body', `${id},2026-01-01,${text}`),
  ]
  const reason = (field: string) =>
    `The ${field} field must not contain a credential (Google API key). Remove it and revoke it.`
  expect(results.map(({ rejections }) => rejections)).toEqual(
    ['keyword', 'subtitle', 'body'].map((field) => [
      { line: 2, faults: [{ field, value: null, reason: reason(field) }] },
    ]),
  )
})
