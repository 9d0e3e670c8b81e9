import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Token = Awaited<ReturnType<typeof makeToken>>

let world: World
let one: Token
let other: Token
beforeAll(async () => {
  world = await makeWorld()
  one = await makeToken(world, ['read', 'propose'])
  other = await makeToken(world, ['read', 'propose'])
})

const send = async (token: Token | undefined, path: string, body: object, parameters = '') => {
  const answer = await world.send('POST', `${root}/${path}${parameters}`, body, token?.headers ?? {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(parameters ? 200 : token ? 202 : 201)
  return answer.body
}

const decision = { decision_type: 'scale', owner: 'Anna', decision: 'Do it.', review_at: '2099-01-01' }
const fact = (path: string, rest: object) => ({
  path,
  stated: { ...rest, title: 'Сканер счетов падает на Android' },
  again: { ...rest, title: 'НА ANDROID падает сканер СЧЁТОВ' },
  different: { ...rest, title: 'Something else' },
})
const period = (period_start: string, period_end: string) => ({ title: 'E', period_start, period_end })

describe.each([
  fact('signals', { signal_type: 'risk' }),
  fact('insights', { body: 'Because.' }),
  fact('decisions', decision),
  fact('tasks', {}),
  {
    path: 'economics',
    stated: period('2026-01-01', '2026-01-31'),
    again: period('2026-01-01', '2026-01-31'),
    different: period('2026-03-01', '2026-03-31'),
  },
  {
    path: 'apps',
    stated: { name: 'Учёт расходов', platform: 'iOS' },
    again: { name: 'Учет-расходов', platform: 'iOS' },
    different: { name: 'Weather', platform: 'iOS' },
  },
])('the records similar to one of POST /$path', ({ path, stated, again, different }) => {
  it('include the proposals of others that wait, also in a dry run and beside a proposal', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const place = { product_slug }
    const { proposal, similar } = await send(one, path, { ...place, ...stated })
    expect(similar).toEqual([])
    const title = 'title' in stated ? stated.title : stated.name
    const score = 1
    const expected = { kind: 'proposal', id: proposal.id, slug: null, title, status: 'proposed', score }
    const found = [{ ...expected, place: `product:${product_slug}` }]
    for (const token of [other, undefined])
      expect((await send(token, path, { ...place, ...again }, '?dry_run=1')).similar).toEqual(found)
    expect((await send(undefined, path, { ...place, ...different }, '?dry_run=1')).similar).toEqual([])
    expect((await send(other, path, { ...place, ...again })).similar).toEqual(found)
    expect(await send(one, path, { ...place, ...stated })).toMatchObject({
      repeated: true,
      similar: [expect.not.objectContaining({ id: proposal.id })],
    })
    await world.send('POST', `${root}/proposals/${proposal.id}/withdraw`, {}, one.headers)
    expect((await send(undefined, path, { ...place, ...again })).similar).toEqual([
      expect.not.objectContaining({ id: proposal.id }),
    ])
  })
})

const signal = { signal_type: 'problem', title: 'Ratings of the widget fall' }

describe('a proposal that is similar', () => {
  it('is found by the name, or candidate name, of what it would create', async () => {
    const direction_slug = 'documents-qr'
    const name = 'Сканер паспорта'
    const product = await send(one, 'products', { direction_slug, name })
    const candidate = { direction_slug, name: 'P', product_candidate_name: name, platform: 'iOS' }
    const app = await send(one, 'apps', candidate)
    const place = `direction:${direction_slug}`
    const expected = [
      { kind: 'proposal', id: app.proposal.id, title: 'P', place },
      { kind: 'proposal', id: product.proposal.id, title: name, place },
    ]
    for (const [path, rest] of [
      ['products', {}],
      ['apps', { platform: 'iOS' }],
    ] as const) {
      const body = { direction_slug: 'fitness', name: 'Паспорта сканер', ...rest }
      expect((await send(undefined, path, body, '?dry_run=1')).similar).toMatchObject(expected)
    }
  })

  it('is of the same product or its direction, alone or in a batch', async () => {
    const direction_slug = 'wellness-mental'
    const { slug: product_slug } = await makeProduct(world, { direction_slug })
    const { slug: sibling } = await makeProduct(world, { direction_slug })
    const ofDirection = (await send(one, 'signals', { direction_slug, ...signal })).proposal.id
    const operations = ['Another', signal.title].map((title) => ({
      operation: 'record_signal',
      body: { ...signal, product_slug, title },
    }))
    const ofBatch = (await send(one, 'batch', { operations })).proposal.id
    const similar = async (place: object) =>
      (await send(undefined, 'signals', { ...place, ...signal }, '?dry_run=1')).similar.map(
        ({ id }: { id: number }) => id,
      )
    expect(await similar({ product_slug })).toEqual([ofBatch, ofDirection])
    expect(await similar({ direction_slug })).toEqual([ofBatch, ofDirection])
    expect(await similar({ product_slug: sibling })).toEqual([ofDirection])
    expect(await similar({ direction_slug: 'fitness' })).toEqual([])
    const again = await world.send('POST', `${root}/batch`, { operations }, one.headers)
    expect(again.body.results[1].similar.map(({ id }: { id: number }) => id)).toEqual([ofDirection])
  })

  it('is neither expired nor a change', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const { proposal } = await send(one, 'signals', { product_slug, ...signal })
    await sql(world, `update proposals set expires_at = now() where id = ${proposal.id}`)
    const { similar } = await send(undefined, 'signals', { product_slug, ...signal }, '?dry_run=1')
    expect(similar).toEqual([])
    const name = 'Barcode printer'
    await world.send('PATCH', `${root}/products/${product_slug}`, { name }, one.headers)
    const renamed = await send(undefined, 'products', { direction_slug: 'fitness', name }, '?dry_run=1')
    expect(renamed.similar).toEqual([])
  })

  it('is one of the newest 200 of its kind, so that its cost is bounded', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const { proposal } = await send(one, 'signals', { product_slug, ...signal })
    const addOthers = (count: number) =>
      sql(
        world,
        `insert into proposals (credential, title, operation, method, path, kind, action, body, digest, targets, preview,
            expires_at, created_by, updated_by)
          select credential, title, operation, method, path, kind, action, body, gen_random_uuid()::text,
            jsonb_set(targets, '{0,title}', '"Another"'), preview, expires_at, created_by, updated_by
          from proposals, generate_series(1, ${count}) where id = ${proposal.id}`,
      )
    const similar = async () =>
      (await send(undefined, 'signals', { product_slug, ...signal }, '?dry_run=1')).similar
    await addOthers(199)
    expect(await similar()).toMatchObject([{ kind: 'proposal', id: proposal.id }])
    await addOthers(1)
    expect(await similar()).toEqual([])
  })
})
