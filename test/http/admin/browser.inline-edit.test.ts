import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

describeInBrowser('the form of a single field', (browser) => {
  let open: OpenPage
  beforeAll(async () => {
    const world = await makeWorld()
    const admin = await makePerson(world)
    await admin.send('POST', '/companies', { name: 'Contoso', website: 'https://contoso.test' })
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

  async function openField(name: string, control: string): Promise<Page> {
    const page = await open('/admin/companies/1')
    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe(control)
    return page
  }

  it('has the focus in its control, and gives it back to its link once it is saved', async () => {
    const page = await openField('Edit description', 'field-description')
    await page.keyboard.type('Rented')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => focused(page)).toBe('Edit description')
    expect(await page.getByText('Rented').count()).toBeGreaterThan(0)
    await page.reload()
    expect(await focused(page)).toBe('')
  })

  it.each([
    ['Escape', ['Escape']],
    ['Escape on a button', ['Tab', 'Escape']],
    ['Cancel', ['Tab', 'Tab', 'Enter']],
  ])('is left by %s without a change', async (_, keys) => {
    const page = await openField('Edit website', 'field-website')
    await page.keyboard.type('https://other.test')
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toBe('Edit website')
    expect(await page.getByText('https://contoso.test').count()).toBeGreaterThan(0)
  })

  it('keeps the focus in its control while the input is invalid', async () => {
    const page = await openField('Edit website', 'field-website')
    await page.keyboard.type('not an address')
    await page.keyboard.press('Control+Enter')
    await page.getByText('must be a valid URL').waitFor()
    await expect.poll(() => focused(page)).toBe('field-website')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Edit website')
  })

  it('is accessible in the list of the fields', async () => {
    const page = await openField('Edit website', 'field-website')
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
