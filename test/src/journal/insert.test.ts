import { expect, it } from 'vitest'
import { atOnce, makeProduct, sql } from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'

it('inserts records while a later migration adds a column', async () => {
  const world = await makeWorld()
  const [before] = await atOnce(20, () => makeProduct(world))
  await sql(world, 'alter table products add column of_a_later_version text')
  const after = await atOnce(20, () => makeProduct(world))
  for (const product of after) expect(Object.keys(product)).toEqual(Object.keys(before))
})
