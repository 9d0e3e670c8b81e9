import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeAlias, makeApp, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

const stored =
  'utilities, documents-qr, parental-family-safety, fitness, wellness-habit-change, wellness-mental'
const unplaced = { direction_slug: undefined, product_slug: undefined }

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

// The records that a record of each kind may refer to.
const targets: Record<string, string[]> = {
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
const cases = kinds.flatMap((kind) => (targets[kind.key] ?? []).map((to) => ({ ...kind, to })))

describe.each(cases)('a $key that refers to a $to', ({ key, path, body, to }) => {
  const post = (reference: object) =>
    world.send('POST', `${path}?dry_run=1`, { ...body, ...unplaced, ...reference })

  it('accepts the slug in any case, the id as a number or as digits, and both together', async () => {
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

  it('rejects an unknown slug or id', async () => {
    const allowed = to === 'direction' ? ` Allowed: ${stored}.` : ''
    expectValidationErrors(await post({ [`${to}_slug`]: 'nowhere' }), {
      [`${to}_slug`]: `The selected ${to} slug is invalid.${allowed}`,
    })
    for (const id of [99_999, 0, -1, 2 ** 53, '9223372036854775808'])
      expectValidationErrors(await post({ [`${to}_id`]: id }), {
        [`${to}_id`]: `The selected ${to} id is invalid.`,
      })
    for (const id of [1.5, '1e3', true, 'x', [1]])
      expectValidationErrors(await post({ [`${to}_id`]: id }), {
        [`${to}_id`]: `The ${to} id field must be an integer.`,
      })
  })

  it('rejects a slug and an id of two different records', async () => {
    const otherId = to === 'direction' ? 2 : to === 'product' ? ids.other : 99_999
    expectValidationErrors(await post({ [`${to}_slug`]: slugs[to], [`${to}_id`]: otherId }), {
      [`${to}_id`]: `The selected ${to} id is invalid.`,
    })
  })
})

describe.each(kinds.filter(({ key }) => targets[key]!.includes('direction')))(
  'a $key',
  ({ key, path, body }) => {
    it('accepts a legacy slug of a direction with a warning', async () => {
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

describe('references', () => {
  it('report every invalid reference at once', async () => {
    const answer = await world.send('POST', `${root}/tasks`, {
      title: 'T',
      app_slug: 'no',
      product_id: 99_999,
    })
    expectValidationErrors(answer, {
      app_slug: 'The selected app slug is invalid.',
      product_id: 'The selected product id is invalid.',
    })
  })

  it('are reported together with all other errors', async () => {
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

  it('inherit the product of the app and the direction of the product', async () => {
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
