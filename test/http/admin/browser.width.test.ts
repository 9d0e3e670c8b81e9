import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const width = 390
const long = 'W'.repeat(255)

describeInBrowser('a text without spaces', (browser) => {
  let open: OpenPage
  beforeAll(async () => {
    const world = await makeWorld()
    const admin = await makePerson(world)
    await admin.send('POST', '/companies', { name: long })
    await admin.send('PATCH', '/companies/1', { legal_name: long })
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  it.each([
    ['the activity', '/admin/activity'],
    ['a record', '/admin/companies/1'],
    ['the links above a page', '/admin/companies/1/delete'],
    ['a text filter', `/admin/companies?search=${long}`],
    ['a filter by path', `/admin/api-request-logs?path=/${long}`],
  ])('does not make %s wider than a phone', async (_, path) => {
    const page = await open(path)
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
