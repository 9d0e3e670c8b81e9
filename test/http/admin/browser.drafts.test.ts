import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeInsight, makeSignal, makeTask, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeProposalsWorld, type ProposalsWorld, signal } from '../../support/proposals-world.ts'

const notice = 'Your unsaved input was restored.'
const typed = 'Typed for an hour 👩‍💻\nand not saved'

describeInBrowser('what was typed into a form', (browser) => {
  let made: ProposalsWorld
  let person: TestUser
  let open: OpenPage
  beforeAll(async () => {
    made = await makeProposalsWorld()
    person = await makePerson(made.world)
    open = await pageOpener(made.world, browser, await signIn(made.world, person))
    for (const name of ['Contoso', 'Fabrikam']) await person.send('POST', '/companies', { name })
  })

  /** Opens a page in a browser of its own, which keeps no drafts of other tests. */
  const openAlone = (path: string) => open(path, {})
  const openTab = async (context: BrowserContext, path: string) => {
    const page = await context.newPage()
    await page.goto(path)
    return page
  }
  const drafts = (page: Page) =>
    page.evaluate(() =>
      Object.entries({ ...localStorage, ...sessionStorage })
        .filter(([key]) => key.startsWith('draft:'))
        .join(),
    )
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  async function signInOn(page: Page): Promise<void> {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await press(page, 'Sign in')
    await page.waitForURL((url) => url.pathname !== '/admin/login')
  }
  /** Sends the form while no server answers: before the request arrives, or after it has been carried out. */
  async function sendInVain(page: Page, button: string, when: 'before' | 'after'): Promise<void> {
    const address = page.url()
    await page.route('**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (when === 'after') await route.fetch({ maxRedirects: 0 })
      // The context has kept the cookies of an answer that the browser must not get.
      for (const name of ['saved', 'notice']) await page.context().clearCookies({ name })
      return route.abort('connectionrefused')
    })
    const failed = page.waitForEvent('requestfailed')
    await press(page, button)
    await failed
    await page.unroute('**')
    // The page about the failed request replaces this one at any time.
    await expect.poll(() => page.goto(address).then(() => page.url(), String)).toBe(address)
  }

  it('survives a reload until it is discarded', async () => {
    const page = await openAlone('/admin/companies/1/edit')
    const description = page.getByLabel('Description')
    await description.fill(typed)
    await page.getByLabel('Status').selectOption('paused')
    await page.reload()
    await page.getByText(notice).waitFor()
    expect(await description.inputValue()).toBe(typed)
    expect(await page.getByLabel('Status').inputValue()).toBe('paused')
    await press(page, 'Discard')
    expect(await description.inputValue()).toBe('')
    await page.reload()
    expect(await page.getByText(notice).count()).toBe(0)
  })

  it('survives a reload in a row that was added to the form', async () => {
    const page = await openAlone('/admin/decisions/new')
    await page.locator('[name="tasks.0.title"]').fill('Sent')
    await press(page, 'Add a row of tasks')
    const added = page.locator('[name="tasks.2.title"]')
    await added.fill(typed.split('\n')[0] ?? '')
    await page.reload()
    expect(await added.inputValue()).toBe(typed.split('\n')[0])
    expect(await page.locator('[name="tasks.0.title"]').inputValue()).toBe('Sent')
  })

  it('survives an expired session, and is forgotten once it is saved', async () => {
    const page = await openAlone('/admin/companies/1/edit')
    await page.getByLabel('Description').fill('Typed in time')
    await page.context().clearCookies({ name: 'session' })
    await press(page, 'Save')
    await page.waitForURL(/\/admin\/login/)
    await signInOn(page)
    await page.getByText(notice).waitFor()
    expect(await drafts(page)).not.toContain('_csrf')
    await press(page, 'Save')
    await page.getByText('Company saved.').waitFor()
    expect(await page.getByText('Typed in time').count()).toBeGreaterThan(0)
    expect(await drafts(page)).toBe('')
  })

  it('survives a form that is rejected, and an expired session after that', async () => {
    const page = await openAlone('/admin/companies/new')
    await page.getByLabel('Description').fill(typed)
    await press(page, 'Create')
    await page.locator('.error-summary').waitFor()
    expect(await page.getByText(notice).count()).toBe(0)
    await page.locator('#field-name').fill('Northwind')
    await page.goto('/admin/companies/new')
    await page.getByText(notice).waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe(typed)
    await press(page, 'Create')
    await page.getByText('Company created.').waitFor()
    expect(await drafts(page)).toBe('')
  })

  describe.each(['before', 'after'] as const)('when the connection breaks %s the server saves it', (when) => {
    it('survives, and is stored once', async () => {
      const name = `Lost ${when}`
      const page = await openAlone('/admin/companies/new')
      await page.locator('#field-name').fill(name)
      await sendInVain(page, 'Create', when)
      await page.getByText(notice).waitFor()
      expect(await page.locator('#field-name').inputValue()).toBe(name)
      await press(page, 'Create')
      await page.getByText('Company created.').waitFor()
      expect(await drafts(page)).toBe('')
      const stored = await sql(made.world, 'select id from companies where name = $1', name)
      expect(stored).toHaveLength(1)
    })
  })

  it('survives in a form of its own for each record that fills it in advance', async () => {
    const page = await openAlone('/admin/tasks/new?product_slug=run')
    await page.getByLabel('Title').fill('For the product')
    await page.goto('/admin/tasks/new')
    expect(await page.getByLabel('Title').inputValue()).toBe('')
    await page.goto('/admin/tasks/new?product_slug=run')
    expect(await page.getByLabel('Title').inputValue()).toBe('For the product')
    await page.context().clearCookies({ name: 'session' })
    await press(page, 'Create')
    await page.waitForURL(/\/admin\/login/)
    await signInOn(page)
    await page.getByText(notice).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('For the product')
  })

  it('survives the closing of its tab', async () => {
    const page = await openAlone('/admin/companies/2/edit')
    const context = page.context()
    await page.getByLabel('Description').fill(typed)
    await page.close()
    const other = await openTab(context, '/admin/companies/2/edit')
    await other.getByText(notice).waitFor()
    expect(await other.getByLabel('Description').inputValue()).toBe(typed)
    await press(other, 'Save')
    await other.getByText('Company saved.').waitFor()
    expect(await drafts(other)).toBe('')
  })

  it('is not overwritten by the same form in another tab, nor forgotten when that is saved', async () => {
    const page = await openAlone('/admin/companies/new')
    const other = await openTab(page.context(), '/admin/companies/new')
    await page.getByLabel('Description').fill('Typed in the first tab')
    await other.locator('#field-name').fill('Second tab')
    await other.reload()
    expect(await other.locator('#field-name').inputValue()).toBe('Second tab')
    await press(other, 'Create')
    await other.getByText('Company created.').waitFor()
    await page.reload()
    await page.getByText(notice).waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('Typed in the first tab')
    expect(await page.locator('#field-name').inputValue()).toBe('')
  })

  it('is forgotten at the sign out, in all tabs', async () => {
    const page = await openAlone('/admin/companies/2/edit')
    await page.context().clearCookies({ name: 'session' })
    await page.reload()
    // The other tests use another session than the one that ends.
    await signInOn(page)
    await page.getByLabel('Description').fill('Mine')
    const other = await openTab(page.context(), '/admin/companies/1')
    await other.locator('#notes ~ form textarea').fill('Mine too')
    expect(await drafts(page)).toContain('Mine too')
    await press(page, 'Sign out')
    await page.getByText('You are signed out.').waitFor()
    expect(await drafts(page)).toBe('')
  })

  it('is forgotten when another person signs in', async () => {
    const page = await openAlone('/admin/companies/2/edit')
    await page.getByLabel('Description').fill('Mine')
    await page.context().clearCookies({ name: 'session' })
    await page.reload()
    expect(await drafts(page)).toContain('Mine')
    const another = await makePerson(made.world)
    await page.getByLabel('Email').fill(another.email)
    await page.getByLabel('Password').fill(another.password)
    await press(page, 'Sign in')
    await page.waitForURL(/companies\/2\/edit/)
    expect(await page.getByLabel('Description').inputValue()).not.toBe('Mine')
    expect(await drafts(page)).toBe('')
  })

  it('is not kept where it is a password or a secret', async () => {
    const page = await openAlone('/admin/account')
    await page.getByLabel('New password').fill('correct horse battery')
    await page.goto('/admin/users/new')
    await page.getByLabel('Name').fill('Kept')
    await page.getByLabel('Password').fill('correct horse battery')
    expect(await drafts(page)).toContain('Kept')
    expect(await drafts(page)).not.toContain('horse')
  })

  type Place = { path: string; link?: string; control: string; button: string; done: string }
  const places: [string, () => Promise<Place>][] = [
    [
      'the form of a single field',
      async () => ({
        path: '/admin/companies/1',
        link: 'Edit website',
        control: '#field-website',
        button: 'Save',
        done: 'Saved.',
      }),
    ],
    [
      'a note',
      async () => ({
        path: '/admin/companies/1',
        control: '#notes ~ form textarea',
        button: 'Add note',
        done: 'Note added.',
      }),
    ],
    [
      'the resolution of a signal',
      async () => {
        const { id } = await makeSignal(made.world)
        const path = `/admin/signals/${id}/resolve`
        return { path, control: '#field-resolution', button: 'Resolve', done: 'Signal resolved.' }
      },
    ],
    [
      'the retraction of an insight',
      async () => {
        const { id } = await makeInsight(made.world)
        const path = `/admin/insights/${id}/retract`
        return { path, control: '#field-reason', button: 'Retract', done: 'Insight retracted.' }
      },
    ],
    [
      'the note of a rejection',
      async () => {
        const id = await made.propose('POST', '/signals', { ...signal, title: 'To reject' })
        const path = `/admin/proposals/${id}`
        return { path, control: '#field-note', button: 'Reject', done: 'Proposal rejected.' }
      },
    ],
  ]
  it.each(places)('survives in %s until the server has saved it', async (_, make) => {
    const { path, link, control, button, done } = await make()
    const text = 'https://typed.test'
    const page = await openAlone(path)
    const openForm = () => (link ? page.getByRole('link', { name: link, exact: true }).click() : undefined)
    await openForm()
    await page.locator(control).fill(text)
    await page.reload()
    if (link) await page.getByText('Unsaved input').waitFor()
    await openForm()
    await page.getByText(notice).waitFor()
    expect(await page.locator(control).inputValue()).toBe(text)
    await sendInVain(page, button, 'before')
    await openForm()
    await page.getByText(notice).waitFor()
    expect(await page.locator(control).inputValue()).toBe(text)
    await press(page, button)
    await page.getByText(done).waitFor()
    expect(await drafts(page)).toBe('')
  })

  it('survives in the bar that changes several rows until the change is applied', async () => {
    await makeTask(made.world, { title: 'One of several' })
    const page = await openAlone('/admin/tasks')
    await page.locator('#bulk-owner').fill('Somebody else')
    await page.reload()
    await page.getByText(notice).waitFor()
    await page.locator('[name=all]').check()
    await press(page, 'Change owner')
    await page.getByRole('button', { name: /^Apply/ }).waitFor()
    expect(await drafts(page)).not.toBe('')
    await page.getByRole('button', { name: /^Apply/ }).click()
    await page.locator('.notice[role=status]').waitFor()
    expect(await drafts(page)).toBe('')
  })
})
