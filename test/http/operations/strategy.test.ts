import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../support/makers.ts'
import { makeCompany, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Somebody
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const get = async (path: string) => (await admin.send('GET', path)).body.data

describe('a strategy', () => {
  it('takes its keywords along to another company', async () => {
    const [one, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy = await makeStrategy(admin, { company_id: one.id })
    const strategy_id = strategy.id
    const keyword = await makeKeyword(admin, { strategy_id })
    const free = await makeKeyword(admin, { strategy_id, company_id: null })
    const deleted = await makeKeyword(admin, { strategy_id })
    await admin.send('DELETE', `/keywords/${deleted.id}`)
    const moved = async (company_id: number | null) => {
      const { status } = await admin.send('PATCH', `/strategies/${strategy_id}`, { company_id })
      const found = [await get(`/keywords/${keyword.id}`), await get(`/keywords/${free.id}`)]
      return [status, ...found.map(({ company }) => company?.id ?? null)]
    }
    expect(await moved(other.id)).toEqual([200, other.id, null])
    const own = await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: other.id })
    expect(own.status).toBe(200)
    expect(await moved(null)).toEqual([200, null, null])
    await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: one.id })
    expect(await moved(other.id)).toEqual([200, other.id, other.id])
    const told = await sql(
      world,
      `select record_id::int, changes -> 'company_id' as change from history
        where record_type = 'keyword' and event = 'updated' order by id`,
    )
    const changes = (id: number) => told.filter((row) => row.record_id === id).map(({ change }) => change)
    expect(changes(keyword.id)).toEqual([
      { from: one.id, to: other.id },
      { from: other.id, to: null },
      { from: null, to: one.id },
      { from: one.id, to: other.id },
    ])
    expect(changes(deleted.id)).toEqual([])
  })

  it('does not come to end before it starts', async () => {
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
