import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorkWorld, myDay } from '../../support/work-world.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1280, height: 900 } }

describeInBrowser('the workplace', (browser) => {
  let open: OpenPage
  let openAsAdmin: OpenPage
  beforeAll(async () => {
    const { world, browser: manager } = await makeWorkWorld()
    open = await pageOpener(world, browser, manager)
    openAsAdmin = await pageOpener(world, browser, await signIn(world, await makePerson(world, 'admin')))
  })

  const part = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

  describe('my day', () => {
    it('shows what to do today without a click', async () => {
      const page = await open(myDay, desktop)
      expect(await part(page, 'Overdue').getByRole('listitem').count()).toBe(2)
      const today = part(page, 'This week').getByRole('listitem').first()
      expect(await today.innerText()).toContain('due today')
      expect(await today.isVisible()).toBe(true)
    })

    it('is within two taps on a phone, with the first entry in view', async () => {
      const page = await open('/admin/products', phone)
      await page.getByText('Menu', { exact: true }).tap()
      await page.getByRole('link', { name: /^My day/ }).tap()
      await page.waitForURL(/my-day$/)
      const first = await part(page, 'Overdue').getByRole('listitem').first().boundingBox()
      expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(844)
    })

    it('finishes and postpones an entry in place', async () => {
      const page = await open(myDay, desktop)
      const entry = (title: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
      await entry('Autumn').getByRole('button', { name: 'Postpone' }).click()
      await page.getByText(/^“Autumn” is postponed to/).waitFor()
      expect(await entry('Autumn').count()).toBe(0)
      await entry('Late').getByRole('button', { name: 'Done' }).click()
      await page.getByText('“Late” is done.').waitFor()
      expect(await page.getByRole('heading', { name: 'Overdue' }).count()).toBe(0)
    })
  })

  describe('the navigation', () => {
    it.each([
      '/admin',
      '/admin/products',
      '/admin/clicks',
      '/admin/bugs',
      '/admin/users',
      '/admin/connections',
    ])('of %s is not cut off in a small window', async (path) => {
      const page = await openAsAdmin(path, desktop)
      const { full, shown, bottom } = await page.locator('nav.side').evaluate((nav) => ({
        full: nav.scrollHeight,
        shown: nav.clientHeight,
        bottom: nav.getBoundingClientRect().bottom,
      }))
      expect(full).toBe(shown)
      expect(bottom).toBeLessThanOrEqual(900)
    })

    it('unfolds a group by the keyboard', async () => {
      const page = await openAsAdmin('/admin', desktop)
      const link = page.locator('nav.side').getByRole('link', { name: 'Bugs' })
      expect(await link.isVisible()).toBe(false)
      await page.locator('nav.side').getByText('Operations').focus()
      await page.keyboard.press('Enter')
      await link.click()
      await page.waitForURL(/bugs$/)
      expect(await link.isVisible()).toBe(true)
    })
  })

  describe('the search', () => {
    const focusedLink = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'))

    it('shows records and pages while typing, and is moved through by keys', async () => {
      const page = await open('/admin/products', desktop)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('сканеры')
      const found = page.locator('#quick')
      await found.getByRole('link', { name: 'Сканер Product' }).waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await focusedLink(page)).toBe('/admin/products/1')
      await page.keyboard.press('j')
      // The name of its product counts among the words of a decision.
      expect(await focusedLink(page)).toBe('/admin/decisions/1')
      await page.keyboard.press('k')
      await page.keyboard.press('Enter')
      await page.waitForURL(/products\/1$/)
    })

    it('closes by Escape, from a result to the box, then from the box', async () => {
      const page = await open('/admin/products', desktop)
      await page.keyboard.press('/')
      await page.keyboard.type('decis')
      await page
        .locator('#quick')
        .getByRole('link', { name: /^Decisions/ })
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
      await page.keyboard.press('Escape')
      expect(await page.locator('#quick').isVisible()).toBe(false)
    })

    it('moves through the page of results by j, k and the arrow keys', async () => {
      const page = await open('/admin/search?q=translate', desktop)
      await page.keyboard.press('ArrowDown')
      expect(await page.locator('.found li.current').innerText()).toContain('Translate')
      await page.keyboard.press('Enter')
      await page.waitForURL(/tasks\/\d+$/)
    })
  })
})
