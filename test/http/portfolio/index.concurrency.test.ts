import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, byStatus, makeProduct, makeRule, makeSignal, root, sql } from '../../support/makers.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

const crowd = 20

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const post = (path: string, body: object) => world.send('POST', `${root}/${path}`, body)

/** Expects every answer except 201 to reject this field alone as taken. */
function expectTaken(answers: Answer[], field: string): void {
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect([status, body.errors]).toEqual([
      422,
      { [field]: [`The ${field.replace('_', ' ')} has already been taken.`] },
    ])
  }
}

describe('twenty concurrent requests', () => {
  it('create one product with one name in a direction', async () => {
    const answers = await atOnce(crowd, (index) =>
      post('products', { name: index % 2 ? 'Ёлка' : 'ЁЛКА', direction_slug: 'fitness' }),
    )
    expect(byStatus(answers)).toEqual({ 201: 1, 422: 19 })
    expectTaken(answers, 'name')
  })

  it.each([
    ['package_id', 'com.acme.one'],
    ['bundle_id', 'com.acme.two'],
    ['store_url', 'https://apps.apple.com/app/id3'],
  ])('create one app with one %s', async (field, value) => {
    const answers = await atOnce(crowd, (index) =>
      post('apps', { name: `App ${index}`, platform: 'iOS', direction_slug: 'fitness', [field]: value }),
    )
    expect(byStatus(answers)).toEqual({ 201: 1, 422: 19 })
    expectTaken(answers, field)
  })

  it('create one signal with one external_ref', async () => {
    const answers = await atOnce(crowd, () =>
      post('signals', { title: 'T', signal_type: 'risk', direction_id: 1, external_ref: 'one' }),
    )
    expect(byStatus(answers)).toEqual({ 201: 1, 409: 19 })
    const { id } = answers.find(({ status }) => status === 201)!.body.signal
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.existing_id).toBe(id)
  })

  it('with one If-Match change the record once, and the others get 412', async () => {
    const { id } = await makeProduct(world)
    const path = `${root}/products/${id}`
    const etag = String((await world.send('GET', path)).headers.etag)
    const answers = await atOnce(crowd, (index) =>
      world.send('PATCH', path, { summary: `By ${index}` }, { 'if-match': etag }),
    )
    expect(byStatus(answers)).toEqual({ 200: 1, 412: 19 })
    const winner = answers.find(({ status }) => status === 200)!
    const stored = await world.send('GET', path)
    expect(stored.body.product.summary).toBe(winner.body.product.summary)
    expect(winner.headers.etag).toBe(stored.headers.etag)
    const [{ n }] = (await sql(
      world,
      `select count(*)::int as n from history where record_type = 'product' and record_id = $1`,
      id,
    )) as [{ n: number }]
    expect(n).toBe(2)
    const next = await world.send(
      'PATCH',
      path,
      { summary: 'Next' },
      { 'if-match': String(winner.headers.etag) },
    )
    expect(next.status).toBe(200)
  })

  it('change different fields of one record without losing a change', async () => {
    const { id } = await makeSignal(world)
    const fields = [{ title: 'New' }, { severity: 'low' }, { body: 'B' }, { recommended_action: 'Go' }]
    const path = `${root}/signals/${id}`
    await atOnce(crowd, (index) => world.send('PATCH', path, fields[index % 4]))
    expect((await world.send('GET', path)).body.signal).toMatchObject(Object.assign({}, ...fields))
  })

  it('either move a product or pin it to its direction, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await makeProduct(world)
      const path = `${root}/products/${product.id}`
      const rule = { title: 'T', rule_type: 'freeze-policy', body: 'B' }
      const answers = await atOnce(8, (index) =>
        index % 2
          ? world.send('PATCH', path, { direction_slug: 'fitness' })
          : post('canon-rules', { ...rule, product_id: product.id, direction_slug: 'utilities' }),
      )
      for (const { status } of answers) expect([200, 201, 422]).toContain(status)
      expect(answers.some(({ status }) => status !== 422)).toBe(true)
      const inconsistent = await sql(
        world,
        `select 1 from canon_rules as rule join products as product on product.id = rule.product_id
          where rule.direction_id <> product.direction_id`,
      )
      expect(inconsistent).toEqual([])
    }
  })

  it('change a product and its canon rule without a deadlock', async () => {
    const { id } = await makeProduct(world)
    const rule = await makeRule(world, { product_id: id, direction_slug: 'utilities' })
    const answers = await atOnce(crowd, (index) =>
      index % 2
        ? world.send('PATCH', `${root}/products/${id}`, { direction_slug: 'fitness', summary: `${index}` })
        : world.send('PATCH', `${root}/canon-rules/${rule.id}`, {
            direction_slug: 'utilities',
            title: `${index}`,
          }),
    )
    for (const { status } of answers) expect([200, 422]).toContain(status)
  })
})

describe('If-Match', () => {
  it.each([
    ['*', 200],
    ['"stale"', 412],
    ['W/"stale", "other"', 412],
  ])('%s returns %i', async (expected, status) => {
    const { id } = await makeRule(world)
    const path = `${root}/canon-rules/${id}`
    const answer = await world.send('PATCH', path, { title: 'New' }, { 'if-match': expected })
    expect(answer.status).toBe(status)
    const { body, headers } = await world.send('GET', path)
    expect(body.rule.title).toBe(status === 200 ? 'New' : 'Rule')
    if (status === 412)
      expect(answer.body).toEqual({
        message: 'Precondition failed.',
        code: 'precondition_failed',
        request_id: expect.any(String),
        current_etag: headers.etag,
        next: 'The record has changed. Read it again, merge your change, and send it with the new ETag as If-Match.',
      })
  })

  it('is checked after validation and existence, and before uniqueness', async () => {
    const stale = { 'if-match': '"stale"' }
    const { id } = await makeProduct(world, { name: 'Held', direction_slug: 'fitness' })
    await makeProduct(world, { name: 'Holder', direction_slug: 'fitness' })
    const patch = async (path: string, body: object) =>
      (await world.send('PATCH', `${root}/products/${path}`, body, stale)).status
    expect(await patch(`${id}`, { nonsense: 1 })).toBe(422)
    expect(await patch('nowhere', {})).toBe(404)
    expect(await patch(`${id}`, { name: 'Holder' })).toBe(412)
  })
})
