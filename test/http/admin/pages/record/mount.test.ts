import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import {
  makeApp,
  makeDecision,
  makeInsight,
  makeProduct,
  makeSignal,
  makeTask,
} from '../../../../support/makers.ts'
import { makePerson } from '../../../../support/people.ts'
import { statementsOf } from '../../../../support/statements.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let browser: Browser
let slug: string
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
  slug = (await makeProduct(world)).slug
  await fill()
})

async function fill(): Promise<void> {
  const of = { product_slug: slug }
  const decision = await makeDecision(world, of)
  await makeTask(world, { product_decision_id: decision.id })
  for (const make of [makeApp, makeSignal, makeInsight]) await make(world, of)
}

it.each([
  ['/admin/products', 4],
  ['/admin/signals?sort=-title&severity=medium', 5],
  ['/admin/products/1', 30],
])('%s sends as many statements for many records as for one', async (path, most) => {
  const count = async () => (await statementsOf(() => browser.get(path))).length
  const few = await count()
  await fill()
  await fill()
  await makeProduct(world)
  expect(await count()).toBe(few)
  expect(few).toBeLessThanOrEqual(most)
})
