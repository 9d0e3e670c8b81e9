import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { sql } from '../../support/makers.ts'

const paper = { viewport: { width: 794, height: 1123 } }
const controls = 'button, .button, input, select, textarea, nav, summary'

describeInBrowser('on paper', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  beforeAll(async () => {
    world = await makeAdminWorld()
    // Its words are longer than those of English.
    await sql(world, `update users set language = 'ru'`)
    open = await pageOpener(world, browser, world.admin)
  })

  const visible = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll((found) =>
        found
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
      )

  it.each([
    ['the map', () => '/admin/map', '.tile'],
    ['a comparison', () => `/admin/products/compare?ids=${world.made.products?.slice(0, 2)}`, 'table'],
    ['a product with its timeline', () => `/admin/products/${world.made.products?.[0]}`, '#timeline'],
    ['the week', () => '/admin/week', 'h2'],
  ])('%s has no controls and stays within the sheet', async (_, path, content) => {
    const page = await open(path(), paper)
    expect(await visible(page, controls)).not.toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await visible(page, controls)).toEqual([])
    expect(await visible(page, content)).not.toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
