import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeApp, makeProduct, sql } from '../../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

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

const absent = '<span class="absent">–</span>'
const stored = async () =>
  (
    await sql(world, 'select company_id, status, bundle_id from applications where id = $1', application.id)
  )[0]

/** Returns the cells of a comparison, by the label of the field. */
function comparisonOf(body: string) {
  const rows = [
    ...body.matchAll(/<th scope="row">(?:<label[^>]*><input[^>]*>)?\s*([^<]*)<.*?th>(.*?)<\/tr>/gs),
  ]
  const cells = (row: string) => [...row.matchAll(/<td class="text">(.*?)<\/td>/gs)].map(([, cell]) => cell)
  return Object.fromEntries(rows.map(([, name, row = '']) => [name, cells(row)]))
}

describe('the question before a change is reverted', () => {
  it('shows references by their titles and choices by their labels', async () => {
    const id = await change({ company_id: company.id, owner_id: manager.id, status: 'paused' })
    expect(comparisonOf((await browser.get(`/admin/activity/${id}/revert`)).body)).toEqual({
      Company: [absent, `<a href="/admin/companies/${company.id}">Northwind &amp; Sons</a>`],
      Owner: [absent, `<a href="/admin/users/${manager.id}">${manager.name}</a>`],
      Status: ['Active', 'Paused'],
    })
  })

  it('has a tick box and three values for each field that was changed again, by their titles and labels', async () => {
    const other = await makeCompany(admin, { name: 'Tailspin Toys' })
    const id = await change({ company_id: null, status: 'active', bundle_id: 'test.first' })
    await change({ company_id: other.id, status: 'blocked' })
    const question = `/admin/activity/${id}/revert`
    const { body } = await browser.get(question)
    const three = {
      Company: [
        `<a href="/admin/companies/${company.id}">Northwind &amp; Sons</a>`,
        absent,
        `<a href="/admin/companies/${other.id}">Tailspin Toys</a>`,
      ],
      Status: ['Paused', 'Active', 'Blocked'],
    }
    expect(comparisonOf(body)).toEqual({ 'Bundle ID': [absent, 'test.first'], ...three })
    expect(body.match(/<input type="checkbox" name="fields" value="\w+"/g)).toHaveLength(2)
    expect(body).toContain(`<td>${admin.name}, `)

    expect((await browser.post(question, { fields: 'status' })).location).toBe(
      `/admin/applications/${application.id}`,
    )
    expect(await stored()).toEqual({ company_id: other.id, status: 'paused', bundle_id: null })

    // Nothing is left that a revert without a tick would set.
    const again = await browser.confirm(question)
    expect(again.status).toBe(409)
    expect(again.body).toContain('Nothing was reverted, because every field was changed again.')
    expect(comparisonOf(again.body)).toMatchObject({ Company: three.Company })
    expect((await browser.post(question, { fields: 'company_id' })).status).toBe(303)
    expect(await stored()).toMatchObject({ company_id: company.id })
  })
})

it('a revert is rejected with the difference if a field of it was changed after its page was opened', async () => {
  const id = await change({ status: 'active' })
  const question = `/admin/activity/${id}/revert`
  await browser.get(question)
  await change({ bundle_id: 'test.other' })
  await browser.get(`/admin/activity`)
  await change({ status: 'blocked' })
  const { status, body } = await browser.post(question, { fields: 'status' })
  expect(status).toBe(409)
  expect(body).toContain('because the record was changed after the page was opened')
  // The difference, then the question about the present values.
  expect(body).toMatch(
    /What has changed[\s\S]*>Active<\/td>[\s\S]*>Blocked<\/td>[\s\S]*name="fields" value="status" checked/,
  )
  expect(await stored()).toMatchObject({ status: 'blocked' })
  expect((await browser.post(question, { fields: 'status' })).status).toBe(303)
  expect(await stored()).toMatchObject({ status: 'paused' })
})

it('sets the app of an application back, and its bundle id with it', async () => {
  const app = await makeApp(world, { product_slug: (await makeProduct(world)).slug, name: 'Scanner' })
  await change({ app_slug: null, bundle_id: null })
  const id = await change({ app_slug: app.slug, bundle_id: 'test.scanner' })
  const question = `/admin/activity/${id}/revert`
  expect(comparisonOf((await browser.get(question)).body)).toEqual({
    App: [absent, `<a href="/admin/apps/${app.id}">Scanner (iOS)</a>`],
    'Bundle ID': [absent, 'test.scanner'],
  })
  expect((await browser.post(question, {})).status).toBe(303)
  const linked = 'select app_id, bundle_id from applications where id = $1'
  expect(await sql(world, linked, application.id)).toEqual([{ app_id: null, bundle_id: null }])
  // Only the undo knows the app by its id.
  const ignored = await admin.send('PATCH', `/applications/${application.id}`, { app_id: app.id })
  expect(ignored.status).toBe(200)
  expect(await sql(world, linked, application.id)).toEqual([{ app_id: null, bundle_id: null }])
})
