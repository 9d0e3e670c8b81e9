import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('the scripts of the web interface', (browser) => {
  let world: World
  let admin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    for (const name of ['Contoso', 'Fabrikam', 'Northwind']) await admin.send('POST', '/companies', { name })
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  const path = (page: Page) => new URL(page.url()).pathname
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

  describe('keys', () => {
    it('move through the rows of a list, open and edit the current one', async () => {
      const page = await open('/admin/companies')
      const current = page.locator('tr.current th')
      await page.keyboard.press('e')
      await page.keyboard.press('j')
      expect(await current.allInnerTexts()).toEqual(['Northwind'])
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
      expect(await current.allInnerTexts()).toEqual(['Fabrikam'])
      await page.keyboard.press('Enter')
      await page.waitForURL(/companies\/2$/)
      await page.keyboard.press('e')
      await page.waitForURL(/companies\/2\/edit$/)
      await page.goBack()
      await page.goBack()
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      await page.waitForURL(/companies\/3\/edit$/)
    })

    it('focus the search, open the form of a new record, and save it', async () => {
      const page = await open('/admin/companies')
      await page.keyboard.press('/')
      expect(await focused(page)).toBe('q')
      await page.keyboard.type('j/n?')
      expect(await page.getByRole('searchbox').inputValue()).toBe('j/n?')
      expect(path(page)).toBe('/admin/companies')
      await page.keyboard.press('Escape')
      await page.keyboard.press('n')
      await page.waitForURL(/companies\/new$/)
      await page.locator('#field-name').fill('Tailspin')
      await page.keyboard.press('Control+k')
      expect(await focused(page)).toBe('q')
      await page.getByLabel('Description').focus()
      await page.keyboard.press('Control+Enter')
      await page.getByText('Company created.').waitFor()
    })

    it('are listed in a dialog', async () => {
      const page = await open('/admin/companies')
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      expect(await dialog.innerText()).toContain('Search all records')
      await page.keyboard.press('n')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(path(page)).toBe('/admin/companies')
    })
  })

  it('suggests the records that a reference may mean', async () => {
    const page = await open('/admin/products/new')
    await admin.send('POST', '/companies', { name: 'unrelated' })
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/suggestions/')) requests.push(new URL(request.url()).search)
    })
    await page.getByLabel('Direction').evaluate((input: HTMLInputElement) => {
      input.dataset.suggest = '/admin/suggestions/companies'
      for (const typed of ['f', 'fa', 'fab', 'fabri']) {
        input.value = typed
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    })
    const options = page.locator('#field-direction_slug-options option')
    await expect.poll(() => options.count()).toBe(1)
    expect(await options.getAttribute('value')).toBe('Fabrikam')
    expect(await options.textContent()).toBe('2')
    // Not one request for each key.
    expect(requests).toEqual(['?q=fabri'])
  })

  it('copies a text and announces it', async () => {
    const page = await open('/admin/companies')
    // The tests of another file use the clipboard at the same time.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void document.body.setAttribute('data-copied', text)
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = '<code id="secret">one secret</code><button data-copy="#secret">Copy</button>'
    })
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    expect(await page.locator('body').getAttribute('data-copied')).toBe('one secret')
  })

  it('is used with the keyboard alone', async () => {
    const page = await open('/admin/companies')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate(() => document.activeElement?.textContent?.trim())
        if (text === name) return
      }
      throw new Error(`${name} is not reached.`)
    }
    await tabTo('New company')
    await page.keyboard.press('Enter')
    await page.waitForURL(/companies\/new$/)
    await page.locator('#main').focus()
    for (const _ of ['Above this page', 'Name']) await page.keyboard.press('Tab')
    await page.keyboard.type('By keyboard')
    await tabTo('Create')
    await page.keyboard.press('Enter')
    await page.getByText('Company created.').waitFor()
  })
})
