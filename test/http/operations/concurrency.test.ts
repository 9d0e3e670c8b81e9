import { beforeAll, describe, expect, it } from 'vitest'
import { hold } from '../../support/hold.ts'
import { makeCompany, makeContact, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Somebody
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

describe('a contact', () => {
  it('keeps the strategy that it is given while its old one is deleted', async () => {
    const [old, next] = [await makeStrategy(admin), await makeStrategy(admin)]
    const contact = await makeContact(admin, { strategy_id: old.id })
    const { reached, release } = await hold(world.url, 'history')
    const moving = admin.send('PATCH', `/contacts/${contact.id}`, { strategy_id: next.id })
    await reached(1)
    const deleting = admin.send('DELETE', `/strategies/${old.id}`)
    await reached(2)
    await release()
    expect([(await moving).status, (await deleting).status]).toEqual([200, 204])
    expect((await admin.send('GET', `/contacts/${contact.id}`)).body.data.strategy).toEqual({
      id: next.id,
      name: next.name,
    })
  })
})

describe('a keyword of a strategy that goes over to another company', () => {
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
    'is of the new one, also when both happen at once: first %s',
    async (first) => {
      const { other, ...works } = await prepare()
      const { reached, release } = await hold(world.url, 'history')
      const begun = works[first]()
      await reached(1)
      const second = works[first === 'create' ? 'move' : 'create']()
      await reached(2)
      await release()
      const answers = [await begun, await second]
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
      const made = answers.find(({ status }) => status === 201)
      expect(await companyOf(made?.body.data.id)).toBe(other)
    },
  )

  it('is of the new one, also when it is given the old one at this moment', async () => {
    const { strategy_id, one, other, move } = await prepare()
    const keyword = await makeKeyword(admin, { strategy_id, company_id: null })
    const { reached, release } = await hold(world.url, 'history')
    const giving = admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: one })
    await reached(1)
    const moving = move()
    await reached(2)
    await release()
    expect([(await giving).status, (await moving).status]).toEqual([200, 200])
    expect(await companyOf(keyword.id)).toBe(other)
  })
})
