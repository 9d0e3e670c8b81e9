import { beforeAll, expect, it } from 'vitest'
import { transact } from '../../../src/database/transaction.ts'
import { fillOperations } from '../../../src/operations/demo.ts'
import { makePerson, operator, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
})

it('adds operations data once, which the API returns', async () => {
  const fill = () => transact(world.database.orm, (em) => fillOperations(em, operator))
  const added = await fill()
  expect(added.clicks).toBeGreaterThan(100)
  for (const kind of ['companies', 'applications', 'strategies', 'keywords', 'contacts'] as const) {
    const { body } = await admin.send('GET', `/${kind}`)
    expect([kind, body.meta.total]).toEqual([kind, added[kind]])
  }
  const { body } = await admin.send('GET', '/dashboard/summary')
  expect(body.data.applications.without_owner).toBeGreaterThan(0)
  expect(body.data.clicks.last_7_days).toBeGreaterThan(0)
  expect(Object.values(await fill())).toEqual(Object.values(added).map(() => 0))
})
