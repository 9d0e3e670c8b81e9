import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../support/makers.ts'
import { makeApplication, makeCompany, makeContact } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await makePerson(await makeWorld(), 'admin')
})

describe('POST /companies', () => {
  it('creates one of 20 companies sent concurrently with one name, in any case', async () => {
    const name = (index: number) => (index % 2 ? 'SAME NAME' : 'same name')
    const answers = await atOnce(20, (index) => admin.send('POST', '/companies', { name: name(index) }))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
    for (const { status, body } of answers)
      if (status === 422) expect(body.errors).toEqual({ name: ['The name has already been taken.'] })
  })
})

describe('DELETE /companies/{id}', () => {
  it('returns 409 with the number of records that refer to the company', async () => {
    const company = await makeCompany(admin)
    const references = [
      ['applications', await makeApplication(admin, { company_id: company.id })],
      ['applications', await makeApplication(admin, { company_id: company.id })],
      ['contacts', await makeContact(admin, { company_id: company.id })],
    ] as const
    const { status, body } = await admin.send('DELETE', `/companies/${company.id}`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', blocking: { applications: 2, contacts: 1 } })
    for (const [kind, { id }] of references) await admin.send('DELETE', `/${kind}/${id}`)
    expect((await admin.send('DELETE', `/companies/${company.id}`)).status).toBe(204)
  })

  it('makes the id invalid as a reference and frees the name', async () => {
    const company = await makeCompany(admin)
    expect((await admin.send('DELETE', `/companies/${company.id}`)).status).toBe(204)
    const application = { name: 'Late', platform: 'ios', status: 'draft', company_id: company.id }
    expect((await admin.send('POST', '/applications', application)).body.errors).toEqual({
      company_id: ['The selected company id is invalid.'],
    })
    expect((await admin.send('POST', '/companies', { name: company.name })).status).toBe(201)
  })

  it('either deletes the company or accepts a concurrent reference to it, never both', async () => {
    const company = await makeCompany(admin)
    const body = { name: 'Used', platform: 'ios', status: 'draft', company_id: company.id }
    const [deleted, ...used] = await Promise.all([
      admin.send('DELETE', `/companies/${company.id}`),
      ...Array.from({ length: 20 }, () => admin.send('POST', '/applications', body)),
    ])
    const created = used.filter(({ status }) => status === 201)
    expect([204, 409]).toContain(deleted!.status)
    expect(created.length > 0).toBe(deleted!.status === 409)
  })
})
