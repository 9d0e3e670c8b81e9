import { expect, it } from 'vitest'
import { productTool } from '../../../mcp/tools/product.ts'
import { makeProduct } from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()
const ground = {
  reads: async () => world.database,
  publicUrl: () => 'http://ops.test',
  report: () => undefined,
}

// biome-ignore lint/suspicious/noExplicitAny: what the tool answers
const get = async (args: object) => (await productTool.call(ground, args)).structuredContent as any

it('says how to see the slugs that had no room, where there are any', async () => {
  const { slug } = await makeProduct(world)
  expect((await get({})).next).not.toContain('list_products')
  const name = (number: number) => `${number} ${'name '.repeat(45)}`
  for (let number = 0; number < 100; number++) await makeProduct(world, { name: name(number) })
  const { choose_from, next } = await get({})
  expect(choose_from.length).toBeLessThan(101)
  expect(next).toMatch(new RegExp(`These are ${choose_from.length} of 101: list_products .* offset=0`))
  expect((await get({ product: slug })).next).toBeUndefined()
})
