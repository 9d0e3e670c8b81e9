import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { allRecords } from '../../../http/admin/records/index.ts'
import { signIn } from '../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { hostile } from '../../support/form-fields.ts'
import { fillRecords } from '../../support/full-records.ts'
import { importVisits } from '../../support/import-visits.ts'
import { makeSignal } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { press, type Visit } from '../../support/visit.ts'
import { makeWorld } from '../../support/world.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const phone = 390
// The lines of a page wrap at other places at each width. A page is checked at one of them and in one theme, because most
// pages have their templates in common.
const layouts = [phone, 768, 1180, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
type Layout = (typeof layouts)[number]
// Each theme is seen in another language.
const languages = { light: 'en', dark: 'ru' }
// The pages that are used most are checked in every layout.
const mostUsed =
  /^\/admin(\/map|\/week|\/activity|\/search\?q=alpha|\/(products|signals|tasks)(\/\d+)?|\/tasks\/\d+\/edit)?$/
// The other rules depend neither on the theme nor on the width.
const layoutRules = ['target-size', 'color-contrast', 'link-in-text-block']

describeInBrowser('each page of the web interface', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  beforeAll(async () => {
    world = await makeAdminWorld()
    await fillRecords(world)
    open = await pageOpener(world, browser, world.admin)
    await world.people.admin.send('GET', '/companies')
    // The dashboard shows what agents did.
    await makeSignal(world, { title: hostile, signal_type: 'problem', severity: 'critical' })
  })

  it('is accessible in light and dark, and not wider than a phone', { timeout: 900_000 }, async () => {
    const queue = (await visits(world)).map((visit, index) => ({ visit, layouts: layoutsOf(visit, index) }))
    expect(queue.filter(({ layouts }) => layouts.length > 1)).toHaveLength(12)
    const faults: string[] = []
    const visitNext = async () => {
      const page = await openForChecks(open)
      for (let next = queue.shift(); next; next = queue.shift())
        faults.push(...(await faultsOf(page, next.visit, next.layouts)))
    }
    await Promise.all([visitNext(), visitNext()])
    expect(faults).toEqual([])
  })

  it('is accessible before the sign in', async () => {
    const page = await openForChecks(open, {})
    await page.context().clearCookies()
    expect(await faultsOf(page, { path: '/admin/login' })).toEqual([])
    expect(await faultsOf(page, { path: '/admin/login', act: signInWrongly })).toEqual([])
  })

  it('is accessible to a user', async () => {
    const page = await openForChecks(await pageOpener(world, browser, world.user))
    expect(await faultsOf(page, { path: '/admin/account' })).toEqual([])
    expect(await faultsOf(page, { path: '/admin', status: 403 })).toEqual([])
  })

  it('is accessible in an empty database', async () => {
    const empty = await makeWorld()
    const session = await signIn(empty, await makePerson(empty))
    const page = await openForChecks(await pageOpener(empty, browser, session))
    expect(await faultsOf(page, { path: '/admin' })).toEqual([])
    expect(await page.locator('form[action="/admin/demonstration"] button').count()).toBe(1)
  })
})

/**
 * Opens a page in which axe is ready in each document. Sending its source to each document takes a third of a visit.
 */
async function openForChecks(open: OpenPage, options?: Parameters<OpenPage>[1]): Promise<Page> {
  const page = await open('about:blank', options)
  await page.addInitScript({ content: axe.source })
  return page
}

// Neither the pages of one kind of record nor the same page of each kind have one layout.
function layoutsOf({ path, act }: Visit, index: number): Layout[] {
  if (mostUsed.test(path) && !act) return layouts
  const layout = layouts[(index * 3 + Math.floor(index / 8)) % layouts.length]
  return layout ? [layout] : []
}

/** Returns the visits of an admin to every page. */
async function visits(world: AdminWorld): Promise<Visit[]> {
  const first = (collection: string) => `/admin/${collection}/${world.made[collection]?.[0]}`
  const product = first('products')
  await world.admin.get(product)
  await world.admin.post(`${product}/edit/name`, { name: 'another' })
  await signIn(world, world.people.admin)
  // The request log is written shortly after the requests.
  const logged = async () =>
    /"\/admin\/api-request-logs\/\d+"/.exec((await world.admin.get('/admin/api-request-logs')).body)?.input
  const log = await vi.waitUntil(logged, { timeout: 10_000 })
  const others = ['/admin/account', '/admin/activity', product].map((path) => world.admin.get(path))
  const links = log + (await Promise.all(others)).map(({ body }) => body).join('')
  const linked = (pattern: RegExp) => {
    const path = pattern.exec(links)?.[1]
    return path ?? expect.fail(`No link matches ${pattern}.`)
  }
  return [
    ...[
      '/admin',
      '/admin/map',
      '/admin/outcomes',
      '/admin/my-day',
      '/admin/tasks/board',
      '/admin/week',
      '/admin/week/2026-W01',
      '/admin/clicks/explore',
      '/admin/keyword-positions/explore',
      '/admin/search?q=alpha',
      '/admin/search?q=alpha+nothing-like-this',
      '/admin/search?q=a',
      '/admin/search?q=nothing-like-this',
      '/admin/activity',
      linked(/"(\/admin\/activity\/\d+\/revert)"/),
      '/admin/account',
      '/admin/account/calendar/replace',
      linked(/"(\/admin\/account\/sessions\/\d+\/end)"/),
      '/admin/api-request-logs',
      linked(/"(\/admin\/api-request-logs\/\d+)"/),
      `${product}/edit/name`,
      linked(/"([^"]+\/compare\?from=\d+)"/),
      `${first('companies')}/delete`,
      `${first('applications')}/archive`,
      `${first('agents')}/switch-off`,
      `${first('api-token')}/revoke`,
      `${first('users')}/password`,
      ...allRecords.flatMap(({ collection, change, create, formOnList }) => [
        `/admin/${collection}`,
        first(collection),
        ...(change ? [`${first(collection)}/edit`] : []),
        ...(create && !formOnList ? [`/admin/${collection}/new`] : []),
      ]),
    ].map((path) => ({ path })),
    { path: `/admin/products/compare?ids=${world.made.products}` },
    { path: '/admin/products/compare', status: 422 },
    { path: '/admin/nothing', status: 404 },
    { path: '/admin/companies?status=wrong', status: 422 },
    { path: '/admin/companies/new', act: (page) => press(page, 'Create') },
    { path: '/admin/account', act: (page) => press(page, 'Save') },
    { path: '/admin/api-agent-tokens', act: createAgentToken },
    ...importVisits,
    { path: `/admin/activity/undo?actor=user:${world.people.admin.id}&entity=company` },
  ]
}

async function createAgentToken(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Agent' }).fill(hostile)
  await page.getByLabel('Client').selectOption('cursor')
  await press(page, 'Create')
  await page.locator('#secret').waitFor()
}

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@people.test')
  await page.getByLabel('Password').fill('wrong')
  await press(page, 'Sign in')
  await page.getByText('The provided credentials are incorrect.').waitFor()
}

/**
 * Returns what is wrong on a page: its status, whether it is wider than a phone, and what axe finds in the layouts. All
 * rules are checked in the first.
 */
async function faultsOf(page: Page, visit: Visit, shown: Layout[] = layouts): Promise<string[]> {
  const faults: string[] = []
  for (const [language, ofLanguage] of Object.entries(Object.groupBy(shown, languageFor(visit)))) {
    faults.push(...(await openingFaults(page, visit, language)))
    for (const layout of ofLanguage ?? []) {
      const isFirst = layout === shown[0]
      const rules = isFirst ? tags : layoutRules
      faults.push(...(await violations(page, layout, { type: isFirst ? 'tag' : 'rule', values: rules })))
    }
  }
  return faults.map((fault) => `${page.url()}: ${fault}`)
}

// What is done on a page names its controls in English.
function languageFor({ act }: Visit) {
  return ({ colorScheme }: Layout) => (act ? 'en' : languages[colorScheme])
}

async function openingFaults(
  page: Page,
  { path, status = 200, act }: Visit,
  language: string,
): Promise<string[]> {
  await page.setExtraHTTPHeaders({ 'accept-language': language })
  await page.setViewportSize({ width: phone, height: 800 })
  const answer = await page.goto(path)
  await act?.(page)
  await page.waitForLoadState()
  const [width, lang] = await page.evaluate(() => {
    const { scrollWidth, lang } = document.documentElement
    return [scrollWidth, lang] as const
  })
  return [
    ...(answer?.status() === status ? [] : [`status ${answer?.status()}`]),
    ...(width > phone ? [`${width} px wide`] : []),
    ...(lang === language ? [] : [`in the language ${lang}`]),
  ]
}

async function violations(
  page: Page,
  { width, colorScheme }: Layout,
  runOnly: axe.RunOnly,
): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 2).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
  return found.map((fault) => `${width} px, ${colorScheme}: ${fault}`)
}
