import { beforeAll, expect, it } from 'vitest'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import { clickPages } from '../../../../http/admin/records/click.ts'
import { keywordPositionPages } from '../../../../http/admin/records/keyword-position.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

it('a filter by an application is not called App, which is another record', async () => {
  const filter = filterControls(clickPages).find(({ name }) => name === 'app_id')
  expect(filter).toMatchObject({ label: 'Application', collection: 'applications' })
  const app = filterControls(keywordPositionPages).find(({ name }) => name === 'app_slug')
  expect(app).toMatchObject({ label: 'App', collection: 'apps' })
  const world = await makeWorld()
  const person = await makePerson(world)
  const browser = await signIn(world, person)
  const { id } = await makeApplication(person, { name: 'Torch' })
  const { body } = await browser.get(`/admin/clicks?app_id=${id}`)
  expect(body).toContain('Application: Torch (iOS)')
  expect(body).toContain('Remove the filter </span>Application: Torch (iOS)')
})

let world: World
let admin: TestUser
let browser: Browser
let company: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  company = await makeCompany(admin, { name: 'Northwind <b>' })
})

/** Returns the filters of a list in words. */
async function filtersOf(path: string, by = browser) {
  const { body } = await by.get(path)
  return [...body.matchAll(/class="chip"[^>]*><span[^>]*>Remove the filter <\/span>([^<]*)</g)].map(
    ([, text]) => text,
  )
}

it('a filter by an id is shown with the title of the record', async () => {
  expect(await filtersOf(`/admin/strategies?company_id=${company.id}&status=active`)).toEqual([
    'Company: Northwind &lt;b>',
    'Status: Active',
  ])
  expect(await filtersOf(`/admin/api-request-logs?user_id=${admin.id}`)).toEqual([`User: ${admin.name}`])
})

it('a filter by a user does not show a manager the name of the user', async () => {
  const manager = await signIn(world, await makePerson(world, 'manager'))
  expect(await filtersOf(`/admin/companies?owner_id=${admin.id}`, manager)).toEqual([`Owner: ${admin.id}`])
})

it('a filter by yes or no, and one by a text, are shown with their labels', async () => {
  expect(await filtersOf('/admin/applications?without_owner=1&search=QR')).toEqual([
    'Without owner: Yes',
    'Contains: “QR”',
  ])
  expect(await filtersOf('/admin/applications?without_owner=0')).toEqual(['Without owner: No'])
})
