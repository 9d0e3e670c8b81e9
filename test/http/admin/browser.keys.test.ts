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

  /** Signs in on the page to which an expired session leads. */
  async function signInOn(page: Page): Promise<void> {
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname !== '/admin/login')
  }

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

  describe('what was typed into a form', () => {
    const notice = 'Your unsaved input was restored.'
    const stored = (page: Page) =>
      page.evaluate(() =>
        Object.entries(sessionStorage)
          .filter(([key]) => key.includes('draft'))
          .join(),
      )

    it('survives a reload until it is discarded', async () => {
      const page = await open('/admin/companies/1/edit')
      const description = page.getByLabel('Description')
      await description.fill('Typed for an hour\nand not saved')
      await page.getByLabel('Status').selectOption('paused')
      await page.reload()
      await page.getByText(notice).waitFor()
      expect(await description.inputValue()).toBe('Typed for an hour\nand not saved')
      expect(await page.getByLabel('Status').inputValue()).toBe('paused')
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await description.inputValue()).toBe('')
      await page.reload()
      expect(await page.getByText(notice).count()).toBe(0)
    })

    it('survives an expired session, and is forgotten once it is saved', async () => {
      const page = await open('/admin/companies/1/edit', {})
      await page.getByLabel('Description').fill('Typed in time')
      await page.context().clearCookies({ name: 'session' })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL(/\/admin\/login/)
      await signInOn(page)
      await page.getByText(notice).waitFor()
      expect(await stored(page)).not.toContain('_csrf')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Company saved.').waitFor()
      expect(await page.getByText('Typed in time').count()).toBeGreaterThan(0)
      expect(await stored(page)).toBe('')
    })

    it('is forgotten at the sign out', async () => {
      // The other tests use another session than the one that ends.
      const page = await open('/admin/companies/2/edit', {})
      await page.context().clearCookies({ name: 'session' })
      await page.reload()
      await signInOn(page)
      await page.getByLabel('Description').fill('Mine')
      expect(await stored(page)).toContain('Mine')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      expect(await stored(page)).toBe('')
    })
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
