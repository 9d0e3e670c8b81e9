import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSignal, root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let product_slug: string
beforeAll(async () => {
  world = await makeWorld()
  product_slug = (await makeProduct(world)).slug
})

const product = () => ({ product_slug })
const direction = () => ({ direction_slug: 'utilities' })
const text = { title: 'title', status: 'status' }

// For each kind: its place, another place, the rest of a body, and the names of its title and status.
const compared = [
  {
    key: 'signal',
    place: product,
    other: direction,
    rest: { signal_type: 'risk' },
    names: text,
    closed: 'dismissed',
  },
  {
    key: 'insight',
    place: product,
    other: direction,
    rest: { body: 'B' },
    names: { title: 'title', status: null },
  },
  { key: 'task', place: product, other: direction, rest: {}, names: text, closed: 'done' },
  {
    key: 'product',
    place: direction,
    other: () => ({ direction_slug: 'documents-qr' }),
    rest: {},
    names: { title: 'name', status: 'portfolio_status' },
    closed: 'archived',
  },
  {
    key: 'app',
    place: product,
    other: direction,
    rest: { platform: 'iOS' },
    names: { title: 'name', status: 'implementation_status' },
    closed: 'retired',
  },
]

describe.each(compared)('the records similar to a new $key', ({ key, place, other, rest, names, closed }) => {
  const path = `${root}/${key}s`
  const age = (id: number) =>
    query(world.url, `update ${key}s set created_at = now() - interval '181 days' where id = ${id}`)
  const create = (title: string, where = place(), parameters = '') =>
    world.send('POST', path + parameters, { ...where, ...rest, [names.title]: title })

  it('are of the same place, and returned by a dry run too', async () => {
    const { status, body } = await create('Сканер счетов падает на Android')
    expect(status).toBe(201)
    expect(body.similar).toEqual([])
    const expected = {
      id: body[key].id,
      slug: body[key].slug ?? null,
      title: 'Сканер счетов падает на Android',
      status: names.status ? body[key][names.status] : null,
      score: 0.91,
    }
    for (const parameters of ['?dry_run=1', '']) {
      const similar = (await create('СКАНЕР СЧЁТОВ падает на Android 15', place(), parameters)).body.similar
      expect(similar).toEqual([expected])
    }
    expect((await create('Сканер счетов падает на iOS и Android', other())).body.similar).toEqual([])
    expect((await create('Something else')).body.similar).toEqual([])
  })

  it('are open, or not older than 180 days', async () => {
    const { id } = (await create('Refunds doubled in May')).body[key]
    const found = async () =>
      (await create('Refunds doubled in May again', place(), '?dry_run=1')).body.similar.map(
        (similar: { id: number }) => similar.id,
      )
    expect(await found()).toEqual([id])
    await age(id)
    expect(await found()).toEqual(closed ? [id] : [])
    if (!closed || !names.status) return
    expect((await world.send('PATCH', `${path}/${id}`, { [names.status]: closed })).status).toBe(200)
    expect(await found()).toEqual([])
    await query(world.url, `update ${key}s set created_at = now() where id = ${id}`)
    expect(await found()).toEqual([id])
  })
})

describe('similar records', () => {
  it('are at most five, the best first', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await makeSignal(world, { ...product(), title: `Ads cost ${number}` })
    const body = { ...product(), signal_type: 'risk', title: 'Ads cost 6' }
    const { similar } = (await world.send('POST', `${root}/signals?dry_run=1`, body)).body
    expect(similar.map((found: { title: string }) => found.title)).toEqual(
      [6, 7, 5, 4, 3].map((number) => `Ads cost ${number}`),
    )
    expect(similar[0].score).toBe(1)
  })

  it('are stored with the response of an Idempotency-Key', async () => {
    const body = { ...product(), signal_type: 'risk', title: 'Reviews fall in Spain' }
    const send = () => world.send('POST', `${root}/signals`, body, { 'idempotency-key': 'similar' })
    const first = await send()
    expect(first.body.similar).toEqual([])
    expect((await send()).body).toEqual(first.body)
  })
})
