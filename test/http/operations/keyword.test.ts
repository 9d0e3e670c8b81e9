import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../support/makers.ts'
import { makeCompany, makeKeyword, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await makePerson(await makeWorld(), 'admin')
})

describe('a keyword', () => {
  it('has the company of its strategy and rejects any other', async () => {
    const [one, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy = await makeStrategy(admin, { company_id: one.id })
    const errors = { company_id: [expect.stringMatching(/^The selected company id is invalid/)] }
    const body = { keyword: 'x', strategy_id: strategy.id, company_id: other.id }
    expect((await admin.send('POST', '/keywords', body)).body.errors).toEqual(errors)
    const keyword = await makeKeyword(admin, { strategy_id: strategy.id })
    const changed = await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: other.id })
    expect(changed.body.errors).toEqual(errors)
    const elsewhere = await makeStrategy(admin, { company_id: other.id })
    const moved = await admin.send('PATCH', `/keywords/${keyword.id}`, { strategy_id: elsewhere.id })
    expect(moved.body.data).toMatchObject({ company: { id: other.id }, strategy: { id: elsewhere.id } })
  })

  it('sets measured_at when position is sent, even as null', async () => {
    const keyword = await makeKeyword(admin)
    expect(keyword).toMatchObject({ position: null, measured_at: null })
    const absent = await admin.send('PATCH', `/keywords/${keyword.id}`, { position: null })
    expect(absent.body.data).toMatchObject({ position: null, measured_at: expect.stringMatching(/Z$/) })
    expect(await makeKeyword(admin, { position: '7' })).toMatchObject({
      position: 7,
      measured_at: expect.stringMatching(/Z$/),
    })
  })

  it('is created once by 20 concurrent requests for one strategy and country', async () => {
    const strategy_id = (await makeStrategy(admin)).id
    const post = (body: object) => admin.send('POST', '/keywords', { strategy_id, ...body })
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
    const oneCreated = [201, ...Array(19).fill(422)]
    const withoutCountry = await atOnce(20, (index) => post({ keyword: index % 2 ? 'Word' : 'word' }))
    expect(statuses(withoutCountry)).toEqual(oneCreated)
    const withCountry = await atOnce(20, () => post({ keyword: 'word', country: 'CY' }))
    expect(statuses(withCountry)).toEqual(oneCreated)
  })
})
