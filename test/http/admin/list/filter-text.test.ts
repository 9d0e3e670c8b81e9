import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

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
