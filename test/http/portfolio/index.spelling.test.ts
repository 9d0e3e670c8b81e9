import { beforeAll, expect, it } from 'vitest'
import { expectValidationErrors, makeApp, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  await makeApp(world, { name: 'Run for iOS', product_slug: 'run' })
  await makeSignal(world, { title: 'Elsewhere' })
  await makeSignal(world, { title: 'Rating fell', app_slug: 'run-for-ios' })
})

const titles = async (path: string) => {
  const { body } = await world.send('GET', `${root}/${path}`)
  return (body.signals ?? body.results)?.map(({ title }: { title: string }) => title)
}

it.each([
  'signals?query=rating',
  'signals?product=run',
  'signals?app=run-for-ios',
  'signals?direction=fitness',
  'signals?product=run&q=rating',
  'search?query=rating',
  'search?q=rating&product=run',
])('GET %s takes the names of MCP arguments', async (path) => {
  expect(await titles(path)).toEqual(['Rating fell'])
})

it('rejects both spellings at once, and the other spelling of a parameter that the list does not have', async () => {
  const { body } = await world.send('GET', `${root}/signals?q=rating&query=rating`)
  expect(Object.keys(body.errors)).toEqual(['query'])
  const answer = await world.send('GET', `${root}/products?product=run`)
  expect(Object.keys(answer.body.errors)).toEqual(['product'])
  expectValidationErrors(await world.send('GET', `${root}/search`), { q: 'The q field is required.' })
})
