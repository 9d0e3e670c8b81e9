import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: Somebody
let manager: Somebody
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
})

const get = async (path: string) => (await admin.send('GET', path)).body.data

describe('what belongs together', () => {
  it('is embedded by number and name, and counted', async () => {
    const company = await makeCompany(admin)
    const application = await makeApplication(admin, { company_id: company.id, owner_id: manager.id })
    const strategy = await makeStrategy(admin, { company_id: company.id, application_id: application.id })
    const keyword = await makeKeyword(admin, { strategy_id: strategy.id, application_id: application.id })
    const of = { company_id: company.id, application_id: application.id, strategy_id: strategy.id }
    const contact = await makeContact(admin, of)
    const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
    expect(application).toMatchObject({ company: named(company), owner: named(manager) })
    expect(application.native_id).toMatch(/^api-[0-9a-hjkmnp-tv-z]{26}$/)
    expect(strategy).toMatchObject({ company: named(company), application: named(application), owner: null })
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

  it('is told to be missing together with whatever else is wrong', async () => {
    const none = 999_999
    const { status, body } = await admin.send('POST', '/keywords', {
      keyword: '',
      company_id: none,
      strategy_id: none,
      application_id: 'x',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      company_id: ['The selected company id is invalid.'],
      strategy_id: ['The selected strategy id is invalid.'],
      keyword: ['The keyword field is required.'],
      application_id: ['The application id field must be an integer.'],
    })
    const owned = { name: '', owner_id: none }
    expect((await admin.send('POST', '/companies', owned)).body.errors.owner_id).toEqual([
      'The selected owner id is invalid.',
    ])
    expect((await manager.send('POST', '/companies', owned)).body.errors.owner_id).toEqual([
      'The owner id field is prohibited.',
    ])
    const clicks = { date: 'today', app_id: none, company_id: none, clicks: 1 }
    expect(Object.keys((await admin.send('POST', '/analytics/clicks', clicks)).body.errors).sort()).toEqual([
      'app_id',
      'company_id',
      'date',
    ])
  })

  it('keeps a company from being deleted, and says how much', async () => {
    const company = await makeCompany(admin)
    const made = [
      ['applications', await makeApplication(admin, { company_id: company.id })],
      ['applications', await makeApplication(admin, { company_id: company.id })],
      ['contacts', await makeContact(admin, { company_id: company.id })],
    ] as const
    const { status, body } = await admin.send('DELETE', `/companies/${company.id}`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', blocking: { applications: 2, contacts: 1 } })
    for (const [kind, { id }] of made) await admin.send('DELETE', `/${kind}/${id}`)
    expect((await admin.send('DELETE', `/companies/${company.id}`)).status).toBe(204)
    const late = { name: 'Late', platform: 'ios', status: 'draft', company_id: company.id }
    expect((await admin.send('POST', '/applications', late)).body.errors).toEqual({
      company_id: ['The selected company id is invalid.'],
    })
    expect((await admin.send('POST', '/companies', { name: company.name })).status).toBe(201)
  })

  it('is let go by a strategy without keywords', async () => {
    const keyword = await makeKeyword(admin)
    const strategy = keyword.strategy
    const contact = await makeContact(admin, { strategy_id: strategy.id })
    const refused = await admin.send('DELETE', `/strategies/${strategy.id}`)
    expect(refused).toMatchObject({ status: 409, body: { blocking: { keywords: 1 } } })
    await admin.send('DELETE', `/keywords/${keyword.id}`)
    expect((await admin.send('DELETE', `/strategies/${strategy.id}`)).status).toBe(204)
    expect(await get(`/contacts/${contact.id}`)).toMatchObject({ strategy: null })
  })

  it('is let go by an application', async () => {
    const application = await makeApplication(admin)
    const contact = await makeContact(admin, { application_id: application.id })
    expect((await admin.send('DELETE', `/applications/${application.id}`)).status).toBe(204)
    expect(await get(`/contacts/${contact.id}`)).toMatchObject({ application: null })
  })
})

describe('a keyword', () => {
  it('is of the company of its strategy, and of no other', async () => {
    const [one, other] = [await makeCompany(admin), await makeCompany(admin)]
    const strategy = await makeStrategy(admin, { company_id: one.id })
    const refused = { company_id: [expect.stringMatching(/^The selected company id is invalid/)] }
    const body = { keyword: 'x', strategy_id: strategy.id, company_id: other.id }
    expect((await admin.send('POST', '/keywords', body)).body.errors).toEqual(refused)
    const keyword = await makeKeyword(admin, { strategy_id: strategy.id })
    const changed = await admin.send('PATCH', `/keywords/${keyword.id}`, { company_id: other.id })
    expect(changed.body.errors).toEqual(refused)
    const elsewhere = await makeStrategy(admin, { company_id: other.id })
    const moved = await admin.send('PATCH', `/keywords/${keyword.id}`, { strategy_id: elsewhere.id })
    expect(moved.body.data).toMatchObject({ company: { id: other.id }, strategy: { id: elsewhere.id } })
  })

  it('tells an application that was not found from one that nobody looked for', async () => {
    const keyword = await makeKeyword(admin)
    expect(keyword).toMatchObject({ position: null, measured_at: null })
    const absent = await admin.send('PATCH', `/keywords/${keyword.id}`, { position: null })
    expect(absent.body.data).toMatchObject({ position: null, measured_at: expect.stringMatching(/Z$/) })
    expect(await makeKeyword(admin, { position: '7' })).toMatchObject({
      position: 7,
      measured_at: expect.stringMatching(/Z$/),
    })
  })
})

describe('at once', () => {
  const at20 = (work: (index: number) => ReturnType<Somebody['send']>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)))
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
  const oneOf20 = [201, ...Array(19).fill(422)]

  it('one of 20 companies gets a name, in whichever case', async () => {
    const name = (index: number) => (index % 2 ? 'SAME NAME' : 'same name')
    const answers = await at20((index) => admin.send('POST', '/companies', { name: name(index) }))
    expect(statuses(answers)).toEqual(oneOf20)
    for (const { status, body } of answers)
      if (status === 422) expect(body.errors).toEqual({ name: ['The name has already been taken.'] })
  })

  it('one of 20 keywords gets a place in a strategy; no country counts as one', async () => {
    const strategy_id = (await makeStrategy(admin)).id
    const post = (body: object) => admin.send('POST', '/keywords', { strategy_id, ...body })
    const answers = await at20((index) => post({ keyword: index % 2 ? 'Word' : 'word' }))
    expect(statuses(answers)).toEqual(oneOf20)
    const abroad = await at20(() => post({ keyword: 'word', country: 'CY' }))
    expect(statuses(abroad)).toEqual(oneOf20)
  })

  it('one of 20 contacts gets an external id', async () => {
    const answers = await at20(() => admin.send('POST', '/contacts', { name: 'Bot', external_id: 'tg:1' }))
    expect(statuses(answers)).toEqual(oneOf20)
  })

  it('a company is deleted, or used, but never both', async () => {
    const company = await makeCompany(admin)
    const body = { name: 'Used', platform: 'ios', status: 'draft', company_id: company.id }
    const [deleted, ...used] = await Promise.all([
      admin.send('DELETE', `/companies/${company.id}`),
      ...Array.from({ length: 20 }, () => admin.send('POST', '/applications', body)),
    ])
    const made = used.filter(({ status }) => status === 201)
    expect([204, 409]).toContain(deleted!.status)
    expect(made.length > 0).toBe(deleted!.status === 409)
  })
})
