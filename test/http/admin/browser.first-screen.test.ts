import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allRecords } from '../../../http/admin/records/index.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'

const firstRowAbove = 200
// These begin with the form of a new record, or with plots.
const notOnlyLists = ['api-token', 'api-agent-tokens', 'api-keys']

describeInBrowser('the first screen', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  beforeAll(async () => {
    world = await makeAdminWorld()
    open = await pageOpener(world, browser, world.admin)
  })

  const topOf = (page: Page, selector: string) =>
    page.evaluate((found) => document.querySelector(found)?.getBoundingClientRect().top ?? Number.NaN, selector)

  it(`of a list has its first row above ${firstRowAbove} px`, { timeout: 300_000 }, async () => {
    const page = await open('about:blank', { viewport: { width: 1280, height: 900 } })
    const lists = allRecords.map(({ collection }) => collection).filter((name) => !notOnlyLists.includes(name))
    const tops: Record<string, number> = {}
    for (const list of [...lists, 'proposals']) {
      await page.goto(`/admin/${list}`, { waitUntil: 'domcontentloaded' })
      if ((await page.locator('.empty').count()) === 0) tops[list] = await topOf(page, 'main tbody tr')
    }
    expect(Object.keys(tops).length).toBeGreaterThan(20)
    expect(Object.entries(tops).filter(([, top]) => !(top < firstRowAbove))).toEqual([])
  })
})
