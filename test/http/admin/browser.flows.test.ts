import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { hostile } from '../../support/form-fields.ts'
import { makeProduct, makeSignal } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rows = (page: Page) => page.locator('table[data-rows] tbody th').allInnerTexts()

describeInBrowser('the web interface', (browser) => {
  let world: World
  let open: OpenPage
  let admin: TestUser
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
    for (const name of ['Contoso', 'Fabrikam', 'Northwind']) await admin.send('POST', '/companies', { name })
    await admin.send('PATCH', '/companies/2', { status: 'paused' })
    const { slug } = await makeProduct(world, { name: 'Torch', portfolio_status: 'core' })
    await makeProduct(world, { name: 'Lantern' })
    await makeSignal(world, { product_slug: slug, title: hostile, signal_type: 'risk' })
  })

  it('filters, sorts and pages a list, and has each of them in its address', async () => {
    const page = await open('/admin/companies')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Status').selectOption('paused')
    await press(page, 'Filter')
    await expect.poll(() => rows(page)).toEqual(['Fabrikam'])
    expect(page.url()).toMatch(/\/admin\/companies\?status=paused$/)
    expect(await page.locator('.summary').innerText()).toBe('1 company')
    await page.getByRole('link', { name: 'Remove the filter Status: Paused' }).click()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
    await expect.poll(() => rows(page)).toEqual(['Contoso', 'Fabrikam', 'Northwind'])
    await page.goto('/admin/companies?per_page=2&sort=-name')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/sort=-name.*page=2|page=2.*sort=-name/)
    expect(await rows(page)).toEqual(['Contoso'])
  })

  it('shows the messages of a form beside its controls and keeps what was typed', async () => {
    const page = await open('/admin/companies/new')
    await page.getByLabel('Website').fill('not an address')
    await page.getByLabel('Description').fill(hostile)
    await press(page, 'Create')
    const website = page.getByLabel('Website')
    const describedBy = (await website.getAttribute('aria-describedby')) ?? ''
    expect(describedBy).toContain('error-website')
    expect(await page.locator('#error-website').innerText()).toContain('must be a valid URL')
    expect([await website.inputValue(), await page.getByLabel('Description').inputValue()]).toEqual([
      'not an address',
      hostile,
    ])
    await page.getByRole('link', { name: 'Name' }).click()
    await page.keyboard.type(`Hostile ${hostile}`)
    await website.fill('https://hostile.test')
    await press(page, 'Create')
    await page.getByText('Company created.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Hostile ${hostile}`)
  })

  it('sets the star from the list without loading the page again', async () => {
    const page = await open('/admin/products')
    await page.evaluate(() => {
      document.title = 'same page'
    })
    const row = page.getByRole('row').filter({ hasText: 'Torch' })
    await row.getByRole('button', { name: 'Add to favourites' }).click()
    await row.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    expect(await page.title()).toBe('same page')
    await page.goto('/admin/products?is_favorite=1')
    expect(await rows(page)).toEqual(['Torch'])
  })

  it('opens the login after the session expired, and leads back to the page', async () => {
    const page = await open('/admin/products?sort=name', { viewport: { width: 1280, height: 800 } })
    await page.context().clearCookies({ name: 'session' })
    await page
      .getByRole('button', { name: /favourites/ })
      .first()
      .click()
    await page.waitForURL('/admin/login?next=%2Fadmin%2Fproducts%3Fsort%3Dname')
  })

  it('shows the secret of an agent token once: not after Back, Forward or a reload', async () => {
    const page = await open('/admin/api-agent-tokens')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('textbox', { name: 'Agent' }).fill('Reader')
    await page.getByLabel('Client').selectOption('cursor')
    await press(page, 'Create')
    const secret = await page.locator('#secret').innerText()
    expect(secret).toMatch(/^pft_/)
    expect(await page.locator('#configuration').innerText()).toContain(secret)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(/api-agent-tokens\/\d+$/)
    const seen = async () => (await page.content()).includes(secret)
    expect(await seen()).toBe(false)
    await page.goBack()
    await page.waitForURL(/api-agent-tokens$/)
    expect(await seen()).toBe(false)
    await page.reload()
    expect([await seen(), (await rows(page)).length]).toEqual([false, 1])
    expect(await page.getByRole('textbox', { name: 'Agent' }).inputValue()).toBe('')
    await page.getByRole('textbox', { name: 'Agent' }).fill('Second')
    await press(page, 'Create')
    await page.locator('#secret').waitFor()
    // Chromium does not keep a page that must not be stored. Another browser may, so the test sends the event of
    // leaving the page.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await page.locator('#secret').count()).toBe(0)
    await page.reload()
    expect([await page.locator('#secret').count(), (await rows(page)).length]).toEqual([0, 2])
  })

  it('reverts a change, and compares the values if the field was changed again', async () => {
    await admin.send('PATCH', '/companies/3', { country: 'DE' })
    await admin.send('PATCH', '/companies/3', { country: 'FR' })
    const page = await open('/admin/companies/3')
    const reverts = page.getByRole('link', { name: 'Revert' })
    const older = (await reverts.nth(1).getAttribute('href')) ?? ''
    await reverts.first().click()
    await press(page, 'Revert')
    await page.getByText('Change reverted.').waitFor()
    await admin.send('PATCH', '/companies/3', { country: 'CY' })
    await page.goto(older)
    await press(page, 'Revert')
    await page.getByRole('alert').filter({ hasText: 'Tick those to revert' }).waitFor()
    const compared = page.getByRole('region', { name: 'Fields that were changed again' })
    expect(await compared.innerText()).toContain('CY')
    await compared.getByRole('checkbox', { name: 'Country' }).check()
    await press(page, 'Revert')
    await page.getByText('Change reverted.').waitFor()
  })

  it('follows the color scheme of the system', async () => {
    const page = await open('/admin')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = [await background(), (await page.screenshot()).toString('base64')]
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = [await background(), (await page.screenshot()).toString('base64')]
    expect(dark[0]).not.toBe(light[0])
    expect(dark[1]).not.toBe(light[1])
  })

  it('works without JavaScript', async () => {
    const page = await open('/admin/companies', { javaScriptEnabled: false })
    await page.context().clearCookies()
    await page.goto('/admin/companies?status=paused')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await press(page, 'Sign in')
    await page.waitForURL(/companies\?status=paused$/)
    await expect.poll(() => rows(page)).toEqual(['Fabrikam'])
    await page.goto('/admin/companies/new')
    await page.locator('#field-name').fill('Without scripts')
    await press(page, 'Create')
    await page.getByText('Company created.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.locator('#field-name').fill('Still without scripts')
    await press(page, 'Save')
    await page.getByText('Company saved.').waitFor()
    await page.getByRole('link', { name: 'Delete' }).click()
    await press(page, 'Delete')
    await page.waitForURL(/\/admin\/companies$/)
    expect(await rows(page)).not.toContain('Still without scripts')
    await page.goto('/admin/products')
    const row = page.getByRole('row').filter({ hasText: 'Lantern' })
    await row.getByRole('button', { name: 'Add to favourites' }).click()
    await row.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await page.goto('/admin/api-token')
    await page.getByLabel('Token name').fill('Report')
    await page.getByLabel('apps:read').check()
    await press(page, 'Create')
    expect(await page.locator('#secret').innerText()).toMatch(/^ops_/)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  })
})
