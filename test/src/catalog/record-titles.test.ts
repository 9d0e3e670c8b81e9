import { beforeAll, expect, it } from 'vitest'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { makeApp, makeProduct } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const titleOf = async (record_type: string, record_id: number) => {
  const record = { record_type, record_id }
  return (await readTitles(world.database.read, [record])).get(recordKey(record))
}

it('has the direction of a product only if another product has its name', async () => {
  const first = await makeProduct(world, { name: 'Scanner', direction_slug: 'utilities' })
  const second = await makeProduct(world, { name: 'scanner', direction_slug: 'fitness' })
  const other = await makeProduct(world, { name: 'Torch' })
  expect(await titleOf('product', first.id)).toMatchObject({ title: 'Scanner', direction: 'Utilities' })
  expect(await titleOf('product', second.id)).toMatchObject({ title: 'scanner', direction: 'Fitness' })
  expect(await titleOf('product', other.id)).toMatchObject({ title: 'Torch', direction: null })
})

it('has the direction of an app only if another app has its name and platform', async () => {
  const ios = await makeApp(world, { name: 'Alpha', platform: 'iOS' })
  const android = await makeApp(world, { name: 'Alpha', platform: 'Android' })
  expect(await titleOf('app', ios.id)).toMatchObject({ platform: 'iOS', direction: null })
  expect(await titleOf('app', android.id)).toMatchObject({ platform: 'Android', direction: null })
  const { slug } = await makeProduct(world, { direction_slug: 'fitness' })
  const other = await makeApp(world, { name: 'Alpha', platform: 'iOS', product_slug: slug })
  expect(await titleOf('app', ios.id)).toMatchObject({ platform: 'iOS', direction: 'Utilities' })
  expect(await titleOf('app', other.id)).toMatchObject({ platform: 'iOS', direction: 'Fitness' })
})
