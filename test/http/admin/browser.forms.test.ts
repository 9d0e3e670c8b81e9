import { randomBytes } from 'node:crypto'
import type { Page, Response } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { adminRoutes } from '../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { fillForm, type Sending, sendTwice } from '../../support/fill-form.ts'
import type { FormCase } from '../../support/form-cases/form-case.ts'
import { makeForm } from '../../support/form-cases/index.ts'
import { sql } from '../../support/makers.ts'

// The forms that other tests send in a browser, and why not this one.
const others: [RegExp, string][] = [
  [/^\/admin\/log(in|out)$/, 'ends the session of the page: browser.sign-in and browser.keys'],
  [/^\/admin\/account\/keys\/(on|off)$/, 'stores nothing: browser.layouts'],
  [/^\/admin\/connect\/:id$/, 'leads to a client: browser.sign-in'],
  [/^\/admin\/demonstration$/, 'needs an empty database: browser.pages'],
]

// Other tests of forms are in English.
const locale = 'ru-RU'

const sendings: Sending[] = ['click', 'Enter', 'Control+Enter']

describeInBrowser('every form', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  beforeAll(async () => {
    world = await makeAdminWorld({}, { secretKey: randomBytes(32) })
    open = await pageOpener(world, browser, world.admin)
  })

  const storedForms = async () =>
    Number((await sql(world, 'select count(*) from idempotency_keys'))[0]?.count)
  const lastChange = async () => Number((await sql(world, 'select max(id) as id from history'))[0]?.id)

  /** Sends a form twice on a page. Returns what is wrong. */
  async function faultsOf(page: Page, form: FormCase, sending: Sending): Promise<string[]> {
    const answers: number[] = []
    const listen = (response: Response) => {
      if (response.request().method() === 'POST') answers.push(response.status())
    }
    // The answer to the form before may still arrive, and interrupt this visit.
    const visit = () => page.goto(form.page, { waitUntil: 'domcontentloaded' })
    await expect
      .poll(() =>
        visit().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    if (form.before) {
      const { button } = await fillForm(page, form.action, form.before)
      await button.click()
      await page.locator('form.record').waitFor()
    }
    const filled = await fillForm(page, form.action, form.fields ?? {}, form.lines)
    page.on('response', listen)
    const [stored, last] = [await storedForms(), await lastChange()]
    await sendTwice(page, filled, sending)
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    page.off('response', listen)
    const failed = answers.filter((status) => status >= 400)
    if (failed.length > 0) return failed.map(String)
    await expect.poll(storedForms).toBe(stored + 1)
    const requests = await sql(world, 'select distinct request_id from history where id > $1', last)
    return requests.length > 1 ? [`stored by ${requests.length} requests`] : []
  }

  it('is sent by a browser and stored once, with double clicks and keys', { timeout: 900_000 }, async () => {
    const routes = adminRoutes(world).filter(
      ({ method, path }) => method === 'POST' && !others.some(([pattern]) => pattern.test(path)),
    )
    const faults: string[] = []
    const [scripted, plain] = [
      await open('about:blank', { locale }),
      await open('about:blank', { locale, javaScriptEnabled: false }),
    ]
    for (const [index, { path }] of routes.entries()) {
      const form = await makeForm(world, path)
      const own =
        form.browser && (await (await pageOpener(world, browser, form.browser))('about:blank', { locale }))
      // The keys with Ctrl need a script.
      const sending = sendings[index % sendings.length] as Sending
      const page = own ?? (sending === 'Control+Enter' ? scripted : plain)
      const found = await faultsOf(page, form, sending).catch((error: Error) => [error.message])
      faults.push(...found.map((fault) => `${path}, ${sending}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})
