import { beforeAll, describe, expect, it } from 'vitest'
import { lockTable } from '../../support/hold.ts'
import { atOnce } from '../../support/makers.ts'
import { makeContact, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

describe('POST /contacts', () => {
  it('creates one of 20 contacts sent concurrently with one external_id', async () => {
    const contact = { name: 'Bot', external_id: 'tg:1' }
    const answers = await atOnce(20, () => admin.send('POST', '/contacts', contact))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
  })
})

describe('PATCH /contacts/{id}', () => {
  it('keeps the new strategy while the old one is deleted concurrently', async () => {
    const [old, next] = [await makeStrategy(admin), await makeStrategy(admin)]
    const contact = await makeContact(admin, { strategy_id: old.id })
    const { waitForBlocked: reached, release } = await lockTable(world.url, 'history')
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
