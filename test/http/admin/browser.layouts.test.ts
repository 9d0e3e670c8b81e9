import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

type Key = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> & {
  key: string
  code: string
}

describeInBrowser('keys', (browser) => {
  let open: OpenPage
  beforeAll(async () => {
    const world = await makeWorld()
    const admin = await makePerson(world)
    for (const name of ['Contoso', 'Fabrikam', 'Northwind']) await admin.send('POST', '/companies', { name })
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  const path = (page: Page) => new URL(page.url()).pathname
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

  it('are those of the keyboard in another layout and with Caps Lock', async () => {
    const page = await open('/admin/companies')
    const press = (target: string, event: Key) =>
      page.locator(target).dispatchEvent('keydown', { bubbles: true, cancelable: true, ...event })
    const leave = () => page.locator(':focus').blur()
    const current = page.locator('tr.current th')
    const russian = { down: { key: 'о', code: 'KeyJ' }, up: { key: 'л', code: 'KeyK' } }
    await press('body', russian.down)
    await press('body', { key: 'J', code: 'KeyJ' })
    expect(await current.allInnerTexts()).toEqual(['Fabrikam'])
    await press('body', russian.up)
    expect(await current.allInnerTexts()).toEqual(['Northwind'])
    for (const key of [
      { key: 'л', code: 'KeyK', ctrlKey: true },
      { key: 'K', code: 'KeyK', ctrlKey: true },
      { key: 'K', code: 'KeyK', metaKey: true },
      { key: '.', code: 'Slash' },
      { key: '/', code: 'Digit7', shiftKey: true },
    ]) {
      await leave()
      await press('body', key)
      expect([key, await focused(page)]).toEqual([key, 'q'])
    }
    await leave()
    // A layout that has the Latin letters elsewhere: the key says which one is meant.
    await press('body', { key: 'r', code: 'KeyN' })
    await press('body', { key: ',', code: 'Slash', shiftKey: true })
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await press('body', { key: 'т', code: 'KeyN' })
    await page.waitForURL(/companies\/new$/)
  })

  it('do nothing in a field, and leave those of the browser alone', async () => {
    const page = await open('/admin/companies')
    const pressed = (target: string, event: Key) =>
      page
        .locator(target)
        .first()
        .evaluate((element, init) => {
          const sent = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
          element.dispatchEvent(sent)
          return sent.defaultPrevented
        }, event)
    for (const code of ['KeyJ', 'KeyN', 'KeyE', 'KeyX', 'Slash'])
      for (const key of ['т', 'n', '/']) expect(await pressed('[data-search]', { key, code })).toBe(false)
    for (const modifiers of [
      { altKey: true },
      { ctrlKey: true, altKey: true },
      { ctrlKey: true, shiftKey: true },
    ])
      for (const code of ['KeyK', 'KeyJ', 'KeyN', 'Slash'])
        expect(await pressed('body', { key: 'л', code, ...modifiers })).toBe(false)
    for (const code of ['KeyJ', 'KeyN', 'KeyA', 'KeyR'])
      expect(await pressed('body', { key: 'о', code, ctrlKey: true })).toBe(false)
    expect([path(page), await page.locator('tr.current').count(), await focused(page)]).toEqual([
      '/admin/companies',
      0,
      null,
    ])
  })

  it('that are single characters can be switched off', async () => {
    const page = await open('/admin/account', {})
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Single-letter keys switched off.').waitFor()
    await page.goto('/admin/companies')
    for (const key of ['j', 'x', '/', '?', 'n']) await page.keyboard.press(key)
    expect(await page.locator('tr.current, dialog[open]').count()).toBe(0)
    expect([path(page), await focused(page)]).toEqual(['/admin/companies', null])
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    expect(await page.getByRole('dialog').innerText()).not.toContain('New record')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    expect(await focused(page)).toBe('q')
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.goto('/admin/companies')
    await page.keyboard.press('n')
    await page.waitForURL(/companies\/new$/)
  })

  it('that save a form, pressed twice, save it once', async () => {
    for (const key of ['Enter', 'Control+Enter']) {
      const page = await open('/admin/tasks/new')
      await page.getByLabel('Direction').fill('utilities')
      const title = page.locator('#field-title')
      await title.fill(`Pressed ${key}`)
      // The second press may reach the next page.
      await Promise.all([page.keyboard.press(key), page.keyboard.press(key)])
      await page.getByText('Task created.').waitFor()
    }
    const page = await open('/admin/tasks')
    expect((await page.locator('tbody th').allInnerTexts()).toSorted()).toEqual([
      'Pressed Control+Enter',
      'Pressed Enter',
    ])
  })
})
