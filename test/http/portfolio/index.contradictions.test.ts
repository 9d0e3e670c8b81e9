import { beforeAll, describe, it } from 'vitest'
import { expectValidationErrors, makeApp, makeDecision, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  ids.product = (await makeProduct(world, { name: 'Fixed' })).id
  ids.other = (await makeProduct(world, { name: 'Other' })).id
  ids.app = (await makeApp(world, { name: 'Fixed', product_slug: 'fixed' })).id
})

describe('references that contradict each other', () => {
  it('are rejected: the product belongs to another direction, or the app to another product', async () => {
    const signal = { title: 'T', signal_type: 'risk' }
    expectValidationErrors(
      await world.send('POST', `${root}/signals`, {
        ...signal,
        product_slug: 'fixed',
        direction_slug: 'fitness',
      }),
      { direction_slug: 'The selected direction slug is invalid. The product belongs to another direction.' },
    )
    expectValidationErrors(
      await world.send('POST', `${root}/signals`, { ...signal, product_slug: 'other', app_id: ids.app }),
      { product_slug: 'The selected product slug is invalid. The app belongs to another product.' },
    )
    expectValidationErrors(
      await world.send('POST', `${root}/tasks`, { title: 'T', app_slug: 'fixed', direction_slug: 'fitness' }),
      { direction_slug: 'The selected direction slug is invalid. The app belongs to another direction.' },
    )
  })

  it('report a contradiction under a key that the request contains', async () => {
    const unbound = await makeApp(world, { direction_slug: 'fitness' })
    const invalid = (key: string, reason: string) => ({
      [key]: `The selected ${key.replace('_', ' ')} is invalid. ${reason}.`,
    })
    const elsewhere = 'The app belongs to another direction'
    const unplaced = { direction_slug: undefined, product_slug: undefined }
    for (const { path, body } of kinds.filter(({ key }) => ['signal', 'insight', 'task'].includes(key))) {
      const post = (references: object) => world.send('POST', path, { ...body, ...unplaced, ...references })
      expectValidationErrors(
        await post({ product_slug: 'fixed', app_slug: unbound.slug }),
        invalid('product_slug', elsewhere),
      )
      expectValidationErrors(
        await post({ product_id: ids.product, app_id: unbound.id }),
        invalid('product_id', elsewhere),
      )
      expectValidationErrors(
        await post({ product_id: ids.product, direction_id: 2 }),
        invalid('direction_id', 'The product belongs to another direction'),
      )
      expectValidationErrors(
        await post({ product_id: ids.other, app_id: ids.app }),
        invalid('product_id', 'The app belongs to another product'),
      )
    }
    const { id } = await makeDecision(world, { product_slug: 'fixed' })
    const task = (references: object) =>
      world.send('POST', `${root}/tasks`, { title: 'T', product_decision_id: id, ...references })
    const appOfOther = await makeApp(world, { product_slug: 'other' })
    const otherDirection = 'The product of the decision belongs to another direction'
    expectValidationErrors(await task({ app_slug: unbound.slug }), invalid('app_slug', otherDirection))
    expectValidationErrors(
      await task({ app_id: unbound.id, direction_slug: null }),
      invalid('app_id', otherDirection),
    )
    expectValidationErrors(await task({ direction_id: 2 }), invalid('direction_id', otherDirection))
    const otherProduct = 'The decision is about another product'
    expectValidationErrors(await task({ app_id: appOfOther.id }), invalid('app_id', otherProduct))
    expectValidationErrors(await task({ product_id: ids.other }), invalid('product_id', otherProduct))
  })
})
