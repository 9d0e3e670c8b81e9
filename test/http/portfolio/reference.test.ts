import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, makeAlias, makeApp, makeDecision, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

const stored =
  'utilities, documents-qr, parental-family-safety, fitness, wellness-habit-change, wellness-mental'
const placeless = { direction_slug: undefined, product_slug: undefined }

let world: World
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  ids.product = (await makeProduct(world, { name: 'Fixed' })).id
  ids.other = (await makeProduct(world, { name: 'Other' })).id
  ids.direction = 1
  ids.app = (await makeApp(world, { name: 'Fixed', product_slug: 'fixed' })).id
  await makeAlias(world, 'old-utilities', 'utilities')
})

const takes: Record<string, string[]> = {
  product: ['direction'],
  app: ['product', 'direction'],
  signal: ['product', 'direction', 'app'],
  insight: ['product', 'direction', 'app'],
  economics: ['product', 'direction'],
  decision: ['product'],
  task: ['product', 'direction', 'app'],
  rule: ['product', 'direction'],
}
const slugs: Record<string, string> = { product: 'fixed', direction: 'utilities', app: 'fixed' }
const cases = kinds.flatMap((kind) => (takes[kind.key] ?? []).map((to) => ({ ...kind, to })))

describe.each(cases)('a $key that refers to a $to', ({ key, path, body, to }) => {
  const post = (reference: object) =>
    world.send('POST', `${path}?dry_run=1`, { ...body, ...placeless, ...reference })

  it('takes the slug in any case, the id as a number or as digits, and both', async () => {
    const [slug, id] = [slugs[to]!, ids[to]!]
    for (const reference of [
      { [`${to}_slug`]: ` ${slug.toUpperCase()} ` },
      { [`${to}_id`]: id },
      { [`${to}_id`]: `${id}` },
      { [`${to}_slug`]: slug, [`${to}_id`]: id },
      { [`${to}_slug`]: slug, [`${to}_id`]: null },
      { [`${to}_slug`]: '', [`${to}_id`]: id },
    ]) {
      const answer = await post(reference)
      expect(answer.status).toBe(200)
      expect(answer.body[key]).toMatchObject({ [`${to}_slug`]: slug })
      expect(answer.body.warnings).toBeUndefined()
    }
  })

  it('refuses what is not there', async () => {
    const known = to === 'direction' ? ` Allowed: ${stored}.` : ''
    expectRefused(await post({ [`${to}_slug`]: 'nowhere' }), {
      [`${to}_slug`]: `The selected ${to} slug is invalid.${known}`,
    })
    for (const id of [99_999, 0, -1, 2 ** 53, '9223372036854775808'])
      expectRefused(await post({ [`${to}_id`]: id }), { [`${to}_id`]: `The selected ${to} id is invalid.` })
    for (const id of [1.5, '1e3', true, 'x', [1]])
      expectRefused(await post({ [`${to}_id`]: id }), {
        [`${to}_id`]: `The ${to} id field must be an integer.`,
      })
  })

  it('refuses a slug and an id of two different records', async () => {
    const wrong = to === 'direction' ? 2 : to === 'product' ? ids.other : 99_999
    expectRefused(await post({ [`${to}_slug`]: slugs[to], [`${to}_id`]: wrong }), {
      [`${to}_id`]: `The selected ${to} id is invalid.`,
    })
  })
})

describe.each(kinds.filter(({ key }) => takes[key]!.includes('direction')))(
  'a $key',
  ({ key, path, body }) => {
    it('reads a legacy slug of a direction, and says so', async () => {
      const answer = await world.send('POST', `${path}?dry_run=1`, {
        ...body,
        direction_slug: 'Old-Utilities',
      })
      expect(answer.body[key]).toMatchObject({ direction_slug: 'utilities' })
      expect(answer.body.warnings).toEqual([
        {
          field: 'direction_slug',
          message: '"old-utilities" is an old name of "utilities", which was used. Send "utilities".',
        },
      ])
    })
  },
)

describe('references that contradict each other', () => {
  it('are refused: a product is of one direction, an app of one product', async () => {
    const signal = { title: 'T', signal_type: 'risk' }
    expectRefused(
      await world.send('POST', `${root}/signals`, {
        ...signal,
        product_slug: 'fixed',
        direction_slug: 'fitness',
      }),
      { direction_slug: 'The selected direction slug is invalid. The product belongs to another direction.' },
    )
    expectRefused(
      await world.send('POST', `${root}/signals`, { ...signal, product_slug: 'other', app_id: ids.app }),
      { product_slug: 'The selected product slug is invalid. The app belongs to another product.' },
    )
    expectRefused(
      await world.send('POST', `${root}/tasks`, { title: 'T', app_slug: 'fixed', direction_slug: 'fitness' }),
      { direction_slug: 'The selected direction slug is invalid. The app belongs to another direction.' },
    )
  })

  it('are told of a key that was sent', async () => {
    const free = await makeApp(world, { direction_slug: 'fitness' })
    const strange = (key: string, why: string) => ({
      [key]: `The selected ${key.replace('_', ' ')} is invalid. ${why}.`,
    })
    const elsewhere = 'The app belongs to another direction'
    for (const { path, body } of kinds.filter(({ key }) => takes[key]!.includes('app'))) {
      const post = (references: object) => world.send('POST', path, { ...body, ...placeless, ...references })
      expectRefused(
        await post({ product_slug: 'fixed', app_slug: free.slug }),
        strange('product_slug', elsewhere),
      )
      expectRefused(
        await post({ product_id: ids.product, app_id: free.id }),
        strange('product_id', elsewhere),
      )
      expectRefused(
        await post({ product_id: ids.product, direction_id: 2 }),
        strange('direction_id', 'The product belongs to another direction'),
      )
      expectRefused(
        await post({ product_id: ids.other, app_id: ids.app }),
        strange('product_id', 'The app belongs to another product'),
      )
    }
    const { id } = await makeDecision(world, { product_slug: 'fixed' })
    const task = (references: object) =>
      world.send('POST', `${root}/tasks`, { title: 'T', product_decision_id: id, ...references })
    const ofOther = await makeApp(world, { product_slug: 'other' })
    const far = 'The product of the decision belongs to another direction'
    expectRefused(await task({ app_slug: free.slug }), strange('app_slug', far))
    expectRefused(await task({ app_id: free.id, direction_slug: null }), strange('app_id', far))
    expectRefused(await task({ direction_id: 2 }), strange('direction_id', far))
    const another = 'The decision is about another product'
    expectRefused(await task({ app_id: ofOther.id }), strange('app_id', another))
    expectRefused(await task({ product_id: ids.other }), strange('product_id', another))
  })

  it('names every reference that is wrong, at once', async () => {
    const answer = await world.send('POST', `${root}/tasks`, {
      title: 'T',
      app_slug: 'no',
      product_id: 99_999,
    })
    expectRefused(answer, {
      app_slug: 'The selected app slug is invalid.',
      product_id: 'The selected product id is invalid.',
    })
  })

  it('names them together with whatever else is wrong', async () => {
    const answer = await world.send('POST', `${root}/tasks?dry_run=perhaps`, {
      title: ' ',
      status: 'someday',
      product_slug: 'no',
      app_id: 'one',
      product_decision_id: 99_999,
    })
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'app_id',
      'dry_run',
      'product_decision_id',
      'product_slug',
      'status',
      'title',
    ])
    expect(answer.body.errors.product_slug).toEqual(['The selected product slug is invalid.'])
    expect(answer.body.errors.product_decision_id).toEqual(['The selected product decision id is invalid.'])
  })

  it('inherits the product of an app, and the direction of a product', async () => {
    const { body } = await world.send('POST', `${root}/signals`, {
      title: 'T',
      signal_type: 'risk',
      app_id: ids.app,
    })
    expect(body.signal).toMatchObject({
      app_slug: 'fixed',
      product_slug: 'fixed',
      product_id: ids.product,
      direction_slug: 'utilities',
      direction_id: null,
    })
  })
})
