import { beforeAll, describe, expect, it } from 'vitest'
import { lockTable } from '../../support/hold.ts'
import { makeCompany, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

describe('a keyword whose strategy moves to another company', () => {
  const companyOf = async (id: number) => (await admin.send('GET', `/keywords/${id}`)).body.data.company?.id
  const prepare = async () => {
    const [one, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy_id: number = (await makeStrategy(admin, { company_id: one.id })).id
    return {
      strategy_id,
      one: one.id,
      other: other.id,
      create: () => admin.send('POST', '/keywords', { keyword: 'word', strategy_id }),
      move: () => admin.send('PATCH', `/strategies/${strategy_id}`, { company_id: other.id }),
    }
  }

  it.each(['create', 'move'] as const)(
    'has the new company when it is created concurrently: %s first',
    async (first) => {
      const { other, ...actions } = await prepare()
      const { waitForBlocked: reached, release } = await lockTable(world.url, 'history')
      const started = actions[first]()
      await reached(1)
      const second = actions[first === 'create' ? 'move' : 'create']()
      await reached(2)
      await release()
      const answers = [await started, await second]
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
      const created = answers.find(({ status }) => status === 201)
      expect(await companyOf(created?.body.data.id)).toBe(other)
    },
  )

  it('has the new company when a concurrent PATCH sets the old one', async () => {
    const { strategy_id, one, other, move } = await prepare()
    const keyword = await makeKeyword(admin, { strategy_id, company_id: null })
    const { waitForBlocked: reached, release } = await lockTable(world.url, 'history')
    const patching = admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: one })
    await reached(1)
    const moving = move()
    await reached(2)
    await release()
    expect([(await patching).status, (await moving).status]).toEqual([200, 200])
    expect(await companyOf(keyword.id)).toBe(other)
  })
})
