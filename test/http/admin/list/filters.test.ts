import { beforeAll, describe, expect, it } from 'vitest'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import { clickPages } from '../../../../http/admin/records/click.ts'
import { keywordPositionPages } from '../../../../http/admin/records/keyword-position.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeSignal } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
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

it('a filter by an application is not called App, which is another record', async () => {
  const filter = filterControls(clickPages).find(({ name }) => name === 'app_id')
  expect([String(filter?.label), filter?.collection]).toEqual(['Application', 'applications'])
  const app = filterControls(keywordPositionPages).find(({ name }) => name === 'app_slug')
  expect([String(app?.label), app?.collection]).toEqual(['App', 'apps'])
  const { id } = await makeApplication(admin, { name: 'Torch' })
  const { body } = await browser.get(`/admin/clicks?app_id=${id}`)
  expect(body).toContain('Application: Torch (iOS)')
  expect(body).toContain('Remove the filter </span>Application: Torch (iOS)')
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

describe('the filters that are set', () => {
  let admin: Browser
  beforeAll(async () => {
    admin = await signIn(world, await makePerson(world))
    const { slug } = await makeProduct(world, { name: 'Torch <1>' })
    await makeSignal(world, { product_slug: slug, title: 'Flickers' })
  })

  /** Returns the texts of the chips of a page with their addresses. */
  async function chipsOn(path: string) {
    const { body } = await admin.get(path)
    const chips = body.matchAll(/<a class="chip" href="([^"]*)"\s*><span[^>]*>[^<]*<\/span>([^<]*)</g)
    return [...chips].map(([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')])
  }

  it('shows each filter that is set as a link that removes it', async () => {
    expect(await chipsOn('/admin/signals?status=open&product_slug=torch-1&sort=title')).toEqual([
      ['Status: Open', '/admin/signals?product_slug=torch-1&sort=title'],
      ['Product: Torch &lt;1>', '/admin/signals?status=open&sort=title'],
    ])
    expect(await chipsOn('/admin/activity?surface=http&since=2026-01-01')).toEqual([
      ['Interface: HTTP API', '/admin/activity?since=2026-01-01'],
      ['Since: 1 Jan 2026', '/admin/activity?surface=http'],
    ])
    expect(await chipsOn('/admin/proposals?product_slug=torch-1')).toEqual([
      ['Product: Torch &lt;1>', '/admin/proposals'],
    ])
    expect(await chipsOn('/admin/signals')).toEqual([])
  })

  it('folds the controls, unless one of them is invalid', async () => {
    const folded = (await admin.get('/admin/signals?status=open')).body
    expect(folded).toMatch(/<details class="filter-fold"\s*>\s*<summary>Filters</)
    expect(folded).toContain('href="/admin/signals">Clear<')
    const { status, body } = await admin.get('/admin/signals?product_slug=nothing')
    expect(status).toBe(422)
    expect(body).toMatch(/<details class="filter-fold" open\s*>/)
  })
})
