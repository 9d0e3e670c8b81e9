import { beforeAll, describe, expect, it } from 'vitest'
import { withoutEmptyParameters } from '../../../../http/admin/list/list-request.ts'
import { type AdminPage, type Browser, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

it.each([
  ['/admin/signals?status=open&severity=&q=', '/admin/signals?status=open'],
  ['/admin/signals?severity=&q=', '/admin/signals'],
  ['/admin/companies?search=a%26b&status=', '/admin/companies?search=a%26b'],
  ['/admin/activity?actor=&surface=http&since=', '/admin/activity?surface=http'],
  ['/admin/proposals?status=pending&kind=', '/admin/proposals?status=pending'],
  ['/admin/api-request-logs?path=&status=403', '/admin/api-request-logs?status=403'],
])('leads from %s to %s', async (sent, address) => {
  expect(await admin.get(sent)).toMatchObject({ status: 303, location: address })
  expect((await admin.get(address)).status).toBe(200)
})

it('keeps an address without empty parameters', () => {
  expect(withoutEmptyParameters({ url: '/admin/signals?q=%3D&status=open' })).toBeUndefined()
  expect(withoutEmptyParameters({ url: '/admin/signals' })).toBeUndefined()
})

describe('the pages of a list', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(world, await makePerson(world))
    // Their creation is the history that the activity pages through.
    for (const role of ['admin', 'manager', 'user', 'user', 'user'] as const) await makePerson(world, role)
    await logRequests(world, ...Array.from({ length: 6 }, () => ({})))
  })

  const linksOf = ({ body }: AdminPage) =>
    [...body.matchAll(/<a class="button"[^>]* href="([^"]*)">(Newest|Newer|Older)</g)].map(
      ([, href = '', label]) => ({
        label,
        href: href.replaceAll('&amp;', '&'),
      }),
    )
  const labelsOf = (page: AdminPage) => linksOf(page).map(({ label }) => label)
  const follow = (page: AdminPage, label: string) =>
    browser.get(linksOf(page).find((link) => link.label === label)?.href ?? 'no link')

  it.each([
    ['/admin/api-request-logs', /"\/admin\/api-request-logs\/\d+"/g],
    ['/admin/activity', /<li id="change-\d+"/g],
  ])('leads through the pages of %s, forward and back', async (path, row) => {
    const rowsOf = ({ body }: AdminPage) => body.match(row) ?? []
    const first = await browser.get(`${path}?per_page=2`)
    const second = await follow(first, 'Older')
    const third = await follow(second, 'Older')
    expect([first, second].map(labelsOf)).toEqual([['Older'], ['Newest', 'Older']])
    expect(labelsOf(third).slice(0, 2)).toEqual(['Newest', 'Newer'])
    expect(new Set([first, second, third].flatMap(rowsOf)).size).toBe(6)
    expect(rowsOf(await follow(third, 'Newer'))).toEqual(rowsOf(second))
    expect(rowsOf(await follow(third, 'Newest'))).toEqual(rowsOf(first))
  })

  it('is ignored on the first page', async () => {
    expect(labelsOf(await browser.get('/admin/api-request-logs?per_page=2&trail=wrong'))).toEqual(['Older'])
  })
})
