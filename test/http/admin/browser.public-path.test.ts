import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '../../support/browser.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { type PrefixProxy, prefixProxy } from '../../support/prefix-proxy.ts'
import { makeWorld } from '../../support/world.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const pathOf = (page: Page) => new URL(page.url()).pathname

describeInBrowser('the web interface behind a proxy that strips a path', (browser) => {
  let proxy: PrefixProxy
  let admin: TestUser
  beforeAll(async () => {
    proxy = await prefixProxy('/ops')
    const world = await makeWorld({ PUBLIC_URL: `${proxy.origin}/ops` })
    admin = await makePerson(world)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    proxy.forwardTo((world.app.server.address() as AddressInfo).port)
  })

  it('signs in, creates, edits and deletes a record, and requests nothing outside the path', async () => {
    const context = await browser().newContext({ reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.goto(`${proxy.origin}/ops/admin/companies?sort=name`)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await press(page, 'Sign in')
    await page.waitForURL(/\/ops\/admin\/companies\?sort=name$/)

    await page.getByRole('link', { name: 'New company' }).click()
    await page.locator('#field-name').fill('Contoso')
    await press(page, 'Create')
    await page.waitForURL(/\/ops\/admin\/companies\/1$/)
    await page.getByRole('link', { name: 'Edit website', exact: true }).click()
    await page.locator('#field-website').fill('https://contoso.test')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.locator('#field-name').fill('Fabrikam')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Fabrikam' }).waitFor()

    // The suggestions of a control come from a path that is in the page.
    await page.goto(`${proxy.origin}/ops/admin/applications/new`)
    const suggestions = page.waitForResponse(/\/ops\/admin\/suggestions\//)
    await page.locator('input[data-suggest]').first().focus()
    expect((await suggestions).status()).toBe(200)

    // The session ends while a form of htmx is open.
    await page.goto(`${proxy.origin}/ops/admin/companies/1`)
    const session = (await context.cookies()).filter(({ name }) => name === 'session')
    expect(session).toMatchObject([{ path: '/ops' }])
    await context.clearCookies({ name: 'session' })
    await page.getByRole('link', { name: 'Edit website', exact: true }).click()
    await page.waitForURL(/\/ops\/admin\/login\?next=%2Fadmin%2Fcompanies%2F1/)
    await context.addCookies(session)

    await page.goto(`${proxy.origin}/ops/admin/companies/1`)
    await page.getByRole('link', { name: 'Delete', exact: true }).click()
    await press(page, 'Delete')
    await page.waitForURL(/\/ops\/admin\/companies$/)
    await press(page, 'Sign out')
    expect(pathOf(page)).toBe('/ops/admin/login')
    expect([proxy.elsewhere, problems]).toEqual([[], []])
  })
})
