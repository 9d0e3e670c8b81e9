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
  return [...body.matchAll(/<span class="filter"\s*>([^<]*?)\s*<a[^>]*aria-label="([^"]*)"/g)].map(
    ([, sentence, label]) => [sentence, label],
  )
}

it('a filter by an id is shown with the title of the record', async () => {
  expect(await filtersOf(`/admin/strategies?company_id=${company.id}&status=active`)).toEqual([
    ['Company: Northwind &lt;b>', 'Remove the filter Company'],
    ['Status: Active', 'Remove the filter Status'],
  ])
  expect(await filtersOf(`/admin/api-request-logs?user_id=${admin.id}`)).toEqual([
    [`User: ${admin.name}`, 'Remove the filter User'],
  ])
})

it('a filter by a user does not show a manager the name of the user', async () => {
  const manager = await signIn(world, await makePerson(world, 'manager'))
  expect(await filtersOf(`/admin/companies?owner_id=${admin.id}`, manager)).toEqual([
    [`Owner: ${admin.id}`, 'Remove the filter Owner'],
  ])
})

it('a filter by yes or no, and one by a text, are shown with their labels', async () => {
  expect(await filtersOf('/admin/applications?without_owner=1&search=QR')).toEqual([
    ['Without owner: Yes', 'Remove the filter Without owner'],
    ['Contains: “QR”', 'Remove the filter Contains'],
  ])
  expect(await filtersOf('/admin/applications?without_owner=0')).toEqual([
    ['Without owner: No', 'Remove the filter Without owner'],
  ])
})
