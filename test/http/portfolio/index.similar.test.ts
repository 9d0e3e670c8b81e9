import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'
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
const titles = (records: { title: string }[]) => records.map(({ title }) => title)

const decision = { decision_type: 'scale', owner: 'Anna', decision: 'Do it.', review_at: '2099-01-01' }
const rests = { signal: { signal_type: 'risk' }, insight: { body: 'Because.' }, decision, task: {} }
const facts = Object.entries(rests).map(([key, rest]) => ({ key, rest }))
const ends = [
  { key: 'signal', end: 'resolved', endedAt: 'resolved_at' },
  { key: 'signal', end: 'dismissed', endedAt: 'updated_at' },
  { key: 'decision', end: 'cancelled', endedAt: 'updated_at' },
  { key: 'task', end: 'done', endedAt: 'done_at' },
  { key: 'task', end: 'cancelled', endedAt: 'updated_at' },
] as const

describe.each(facts)('the records similar to a new $key', ({ key, rest }) => {
  const path = `${key}s`
  let place: { product_slug: string }
  beforeAll(async () => {
    place = { product_slug: (await makeProduct(world)).slug }
  })
  const send = (title: string, where: object = place, parameters = '') =>
    post(path, { ...where, ...rest, title }, parameters)

  it('are of the same product, in a dry run too', async () => {
    const created = await send('Сканер счетов падает на Android')
    expect(created.similar).toEqual([])
    const { id, status = null } = created[key]
    const expected = {
      kind: key,
      id,
      slug: null,
      title: 'Сканер счетов падает на Android',
      status,
      score: 1,
      place: `product:${place.product_slug}`,
    }
    for (const parameters of ['?dry_run=1', ''])
      expect((await send('НА ANDROID падает сканер СЧЁТОВ', place, parameters)).similar).toEqual([expected])
    expect((await send('Сканер счетов падает на Android', { product_slug })).similar).toEqual([])
    expect((await send('Something else')).similar).toEqual([])
  })

  it('are of its apps, its direction and the products of the direction', async () => {
    const direction_slug = 'wellness-mental'
    const { slug } = await makeProduct(world, { direction_slug })
    const app = (await makeApp(world, { product_slug: slug })).slug
    const title = 'Battery usage doubled in May'
    const places = [
      [{ app_slug: app }, `app:${app}`],
      [{ direction_slug }, `direction:${direction_slug}`],
      [{ product_slug: slug }, `product:${slug}`],
    ] as const
    for (const [index, [where]] of places.entries())
      expect((await send(title, where)).similar.map((similar: { place: string }) => similar.place)).toEqual(
        places
          .slice(0, index)
          .map(([, place]) => place)
          .toReversed(),
      )
  })
})

describe('similar records', () => {
  it.each(ends)(
    'do not include a $key that was $end more than 180 days ago',
    async ({ key, end, endedAt }) => {
      const path = `${key}s`
      const place = { product_slug: (await makeProduct(world)).slug }
      const { id } = (await post(path, { ...place, ...rests[key], title: 'Refunds doubled in May' }))[key]
      const found = async () => {
        const body = { ...place, ...rests[key], title: 'In May refunds doubled' }
        return (await post(path, body, '?dry_run=1')).similar.map(({ id }: { id: number }) => id)
      }
      await query(world.url, `update ${path} set created_at = now() - interval '300 days' where id = ${id}`)
      expect((await world.send('PATCH', `${root}/${path}/${id}`, { status: end })).status).toBe(200)
      expect(await found()).toEqual([id])
      await query(world.url, `update ${path} set ${endedAt} = now() - interval '181 days' where id = ${id}`)
      expect(await found()).toEqual([])
    },
  )

  it.each(['signal', 'insight'] as const)(
    'include a %s whose text states the new title, however many newer ones there are',
    async (key) => {
      const place = { product_slug: (await makeProduct(world)).slug }
      const body =
        'Three requests a day. Parents cannot restore the family subscription after they change phones. No refunds.'
      const old = { ...place, ...rests[key], title: 'Weekly digest of the support team', body }
      const { id } = (await post(`${key}s`, old))[key]
      const title = 'Family subscription is not restored on a changed phone'
      const found = async () =>
        (await post(`${key}s`, { ...place, ...rests[key], title }, '?dry_run=1')).similar.map(
          (similar: { id: number }) => similar.id,
        )
      expect(await found()).toEqual([id])
      const { columns } = (
        await query(
          world.url,
          `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
            where table_name = '${key}s' and column_name not in ('id', 'title', 'body', 'external_ref')
              and is_generated = 'NEVER'`,
        )
      )[0] as { columns: string }
      await query(
        world.url,
        `insert into ${key}s (title, body, ${columns}) select 'Note ' || number, 'Phones of ' || number, ${columns}
          from ${key}s, generate_series(1, 3000) as number where id = ${id}`,
      )
      expect(await found()).toEqual([id])
    },
  )

  it('include a record whose title the new text states', async () => {
    const place = { product_slug: (await makeProduct(world)).slug }
    const { id } = await makeSignal(world, { ...place, title: 'Family subscription is not restored' })
    const body = 'A digest: the family subscription was not restored for two users, and the price is unclear.'
    const created = await post('signals', { ...place, signal_type: 'risk', title: 'Support in May', body })
    expect(created.similar).toMatchObject([{ id }])
  })

  it('are at most five, best first', async () => {
    const place = { product_slug: (await makeProduct(world)).slug }
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await makeSignal(world, { ...place, title: `Ads cost ${number}` })
    const { similar } = await post(
      'signals',
      { ...place, signal_type: 'risk', title: 'Ads cost 6' },
      '?dry_run=1',
    )
    expect(titles(similar)).toEqual([6, 7, 5, 4, 3].map((number) => `Ads cost ${number}`))
    expect(similar[0].score).toBe(1)
  })

  it('are stored with the response of an Idempotency-Key', async () => {
    const body = { product_slug, signal_type: 'risk', title: 'Reviews fall in Spain' }
    const send = () => world.send('POST', `${root}/signals`, body, { 'idempotency-key': 'similar' })
    const first = await send()
    expect(first.body).toMatchObject({ similar: [] })
    expect((await send()).body).toEqual(first.body)
  })
})

it('creates a decision although a similar one is stored', async () => {
  const { id } = await makeDecision(world, { product_slug, title: 'Keep the free tier' })
  const body = { ...decision, product_slug, title: 'The free tier is kept' }
  expect((await post('decisions', body)).similar).toMatchObject([{ id, status: 'active' }])
})
