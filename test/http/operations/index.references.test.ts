import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
let manager: TestUser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
})

const get = async (path: string) => (await admin.send('GET', path)).body.data

describe('references', () => {
  it('are returned with id and name, and counted on the record they refer to', async () => {
    const company = await makeCompany(admin)
    const application = await makeApplication(admin, { company_id: company.id, owner_id: manager.id })
    const strategy = await makeStrategy(admin, { company_id: company.id, application_id: application.id })
    const keyword = await makeKeyword(admin, { strategy_id: strategy.id, application_id: application.id })
    const references = { company_id: company.id, application_id: application.id, strategy_id: strategy.id }
    const contact = await makeContact(admin, references)
    const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
    expect(application).toMatchObject({ company: named(company), owner: named(manager) })
    expect(application.native_id).toMatch(/^api-[0-9a-hjkmnp-tv-z]{26}$/)
    expect(strategy).toMatchObject({
      company: named(company),
      application: named(application),
      owner: null,
    })
    expect(keyword).toMatchObject({ strategy: named(strategy), company: named(company) })
    expect(contact).toMatchObject({
      company: named(company),
      application: named(application),
      strategy: named(strategy),
      source: 'api',
      last_message_at: null,
    })
    expect(await get(`/companies/${company.id}`)).toMatchObject({ applications_count: 1 })
    expect(await get(`/strategies/${strategy.id}`)).toMatchObject({ keywords_count: 1 })
  })

  it('to unknown records are reported together with all other errors', async () => {
    const unknown = 999_999
    const { status, body } = await admin.send('POST', '/keywords', {
      keyword: '',
      company_id: unknown,
      strategy_id: unknown,
      application_id: 'x',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      company_id: ['The selected company id is invalid.'],
      strategy_id: ['The selected strategy id is invalid.'],
      keyword: ['The keyword field is required.'],
      application_id: ['The application id field must be an integer.'],
    })
    const withOwner = { name: '', owner_id: unknown }
    expect((await admin.send('POST', '/companies', withOwner)).body.errors.owner_id).toEqual([
      'The selected owner id is invalid.',
    ])
    expect((await manager.send('POST', '/companies', withOwner)).body.errors.owner_id).toEqual([
      'The owner id field is prohibited.',
    ])
    const clicks = { date: 'today', app_id: unknown, company_id: unknown, clicks: 1 }
    expect(Object.keys((await admin.send('POST', '/analytics/clicks', clicks)).body.errors).sort()).toEqual([
      'app_id',
      'company_id',
      'date',
    ])
  })
})
