import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

describeInBrowser('the button Back', (browser) => {
  let page: Page
  beforeEach(async () => {
    const world = await makeWorld()
    const admin = await makePerson(world)
    await admin.send('POST', '/companies', { name: 'Contoso' })
    const open = await pageOpener(world, browser, await signIn(world, admin))
    page = await open('/admin/companies/1', {})
  })

  it('shows no page of a session after the sign-out', async () => {
    await page.goto('/admin/companies')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    for (const address of ['/admin/companies', '/admin/companies/1']) {
      await page.goBack()
      expect(new URL(page.url()).searchParams.get('next')).toBe(address)
      expect(await page.content()).not.toContain('Contoso')
    }
  })

  it('shows a form with the text that was typed into it', async () => {
    await page.goto('/admin/companies/1/edit')
    await page.getByLabel('Description').fill('Typed and not saved')
    await page.goto('/admin/companies')
    await page.goBack()
    await page.waitForURL(/companies\/1\/edit$/)
    expect(await page.getByLabel('Description').inputValue()).toBe('Typed and not saved')
  })
})
