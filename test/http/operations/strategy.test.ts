import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../support/makers.ts'
import { makeCompany, makeContact, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const get = async (path: string) => (await admin.send('GET', path)).body.data

describe('PATCH /strategies/{id}', () => {
  it('moves the keywords of the strategy to its new company', async () => {
    const [one, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy = await makeStrategy(admin, { company_id: one.id })
    const strategy_id = strategy.id
    const keyword = await makeKeyword(admin, { strategy_id })
    const withoutCompany = await makeKeyword(admin, { strategy_id, company_id: null })
    const deleted = await makeKeyword(admin, { strategy_id })
    await admin.send('DELETE', `/keywords/${deleted.id}`)
    const move = async (company_id: number | null) => {
      const { status } = await admin.send('PATCH', `/strategies/${strategy_id}`, { company_id })
      const found = [await get(`/keywords/${keyword.id}`), await get(`/keywords/${withoutCompany.id}`)]
      return [status, ...found.map(({ company }) => company?.id ?? null)]
    }
    expect(await move(other.id)).toEqual([200, other.id, null])
    const own = await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: other.id })
    expect(own.status).toBe(200)
    expect(await move(null)).toEqual([200, null, null])
    await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: one.id })
    expect(await move(other.id)).toEqual([200, other.id, other.id])
    const history = await sql(
      world,
      `select record_id::int, changes -> 'company_id' as change from history
        where record_type = 'keyword' and event = 'updated' order by id`,
    )
    const changes = (id: number) => history.filter((row) => row.record_id === id).map(({ change }) => change)
    expect(changes(keyword.id)).toEqual([
      { from: one.id, to: other.id },
      { from: other.id, to: null },
      { from: null, to: one.id },
      { from: one.id, to: other.id },
    ])
    expect(changes(deleted.id)).toEqual([])
  })

  it('rejects an ends_on before the stored starts_on', async () => {
    const strategy = await makeStrategy(admin, { starts_on: '2026-01-10', ends_on: '2026-01-10' })
    const { status, body } = await admin.send('PATCH', `/strategies/${strategy.id}`, {
      ends_on: '2026-01-09',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      ends_on: ['The ends on field must be a date after or equal to starts on.'],
    })
  })
})

describe('DELETE /strategies/{id}', () => {
  it('returns 409 while the strategy has keywords, then sets the strategy of its contacts to null', async () => {
    const keyword = await makeKeyword(admin)
    const strategy = keyword.strategy
    const contact = await makeContact(admin, { strategy_id: strategy.id })
    const rejected = await admin.send('DELETE', `/strategies/${strategy.id}`)
    expect(rejected).toMatchObject({ status: 409, body: { blocking: { keywords: 1 } } })
    await admin.send('DELETE', `/keywords/${keyword.id}`)
    expect((await admin.send('DELETE', `/strategies/${strategy.id}`)).status).toBe(204)
    expect(await get(`/contacts/${contact.id}`)).toMatchObject({ strategy: null })
  })
})
