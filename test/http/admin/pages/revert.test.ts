import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let manager: TestUser
let browser: Browser
let company: { id: number }
let application: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  manager = await makePerson(world, 'manager')
  browser = await signIn(world, admin)
  company = await makeCompany(admin, { name: 'Northwind & Sons' })
  application = await makeApplication(admin, { status: 'active' })
})

/** Changes the application, and returns the id of the change. */
async function change(input: Record<string, unknown>): Promise<number> {
  expect((await admin.send('PATCH', `/applications/${application.id}`, input)).status).toBe(200)
  const [entry] = await sql(world, `select max(id)::int as id from history where record_type = 'application'`)
  return entry?.id as number
}

/** Returns the cells of a comparison, by the label of the field. */
function comparisonOf(body: string) {
  const rows = [...body.matchAll(/<th scope="row">([^<]*)<\/th>(.*?)<\/tr>/gs)]
  const cells = (row: string) => [...row.matchAll(/<td class="text">(.*?)<\/td>/gs)].map(([, cell]) => cell)
  return Object.fromEntries(rows.map(([, name, row = '']) => [name, cells(row)]))
}

describe('the question before a change is reverted', () => {
  it('shows references by their titles and choices by their labels', async () => {
    const id = await change({ company_id: company.id, owner_id: manager.id, status: 'paused' })
    const absent = '<span class="absent">–</span>'
    expect(comparisonOf((await browser.get(`/admin/activity/${id}/revert`)).body)).toEqual({
      Company: [absent, `<a href="/admin/companies/${company.id}">Northwind &amp; Sons</a>`],
      Owner: [absent, `<a href="/admin/users/${manager.id}">${manager.name}</a>`],
      Status: ['Active', 'Paused'],
    })
  })

  it('does not present the value that the change set as the current one', async () => {
    const id = await change({ status: 'active' })
    await change({ status: 'paused' })
    const { body } = await browser.get(`/admin/activity/${id}/revert`)
    expect(body).toContain('Value set by this change')
    expect(body).not.toContain('Value now')
  })
})

it('the comparison of a rejected revert shows titles and labels too', async () => {
  const other = await makeCompany(admin, { name: 'Tailspin Toys' })
  const id = await change({ company_id: null, status: 'active' })
  await change({ company_id: other.id, status: 'paused' })
  await browser.get(`/admin/activity/${id}/revert`)
  const { status, body } = await browser.post(`/admin/activity/${id}/revert`)
  expect(status).toBe(409)
  expect(comparisonOf(body)).toEqual({
    Company: [
      `<a href="/admin/companies/${company.id}">Northwind &amp; Sons</a>`,
      `<a href="/admin/companies/${other.id}">Tailspin Toys</a>`,
    ],
    Status: ['Paused', 'Paused'],
  })
})
