import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { actorFilter } from '../../../http/admin/history/change-item.ts'
import { allRecords } from '../../../http/admin/records/index.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { adminRoutes } from '../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeToken, root, sql } from '../../support/makers.ts'

const widths = [390, 1280]
const long = 'W'.repeat(200)
const texts = [
  'title',
  'name',
  'owner',
  'assignee',
  'note',
  'body',
  'summary',
  'next_step',
  'description',
  'author',
  'recommended_action',
]

describeInBrowser('a text without spaces', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  let pages: string[]
  let routes: string[]
  beforeAll(async () => {
    world = await makeAdminWorld()
    pages = [...(await ofAgents()), ...ofRecords()]
    routes = ofRoutes().filter((path) => !pages.includes(path))
    await lengthen()
    // Its words are longer than those of English.
    await sql(world, `update users set language = 'ru'`)
    open = await pageOpener(world, browser, world.admin)
  })

  /** Has an agent write and propose, and returns the pages that are not of one kind of record. */
  async function ofAgents(): Promise<string[]> {
    const body = { product_slug: 'gamma', title: long, signal_type: 'problem', severity: 'critical' }
    const writer = await makeToken(world)
    const proposer = await makeToken(world, ['read', 'propose'])
    await world.send('POST', `${root}/signals`, body, writer.headers)
    const { body: proposed } = await world.send('POST', `${root}/signals`, body, proposer.headers)
    const late = {
      product_slug: 'gamma',
      title: long,
      owner: world.people.admin.name,
      due_at: todayIn('UTC', -3),
    }
    await world.send('POST', `${root}/tasks`, { ...late, note: long, blocked_by: long })
    await world.send('POST', `${root}/decisions`, {
      ...late,
      due_at: undefined,
      review_at: todayIn('UTC', -3),
      decision_type: 'scale',
      decision: long,
    })
    const task = `/admin/tasks/${world.made.tasks?.[0]}`
    await world.manager.get(task)
    await world.manager.post(`${task}/notes`, { body: `@${world.people.admin.name} ${long}` })
    await world.admin.get('/admin/companies?status=paused')
    await world.admin.post('/admin/saved-filters?collection=companies&query=status%3Dpaused', {
      name: long.slice(100),
    })
    const undo = new URLSearchParams({
      actor: actorFilter({ type: 'portfolio_token', id: writer.id }),
      since: '2026-01-01',
    })
    const [last] = await sql(world, `select max(id) as id from history where record_type = 'signal'`)
    return [
      '/admin',
      '/admin/map',
      '/admin/outcomes',
      '/admin/week',
      '/admin/my-day',
      '/admin/tasks/board',
      '/admin/review',
      '/admin/activity',
      `/admin/activity/${last?.id}/revert`,
      `/admin/activity/undo?${undo}`,
      '/admin/proposals',
      `/admin/proposals/${proposed.proposal.id}`,
      `/admin/proposals/${proposed.proposal.id}/edit`,
      `/admin/search?q=${long}`,
      '/admin/clicks/explore',
      '/admin/keyword-positions/explore',
      `/admin/products/compare?ids=${world.made.products}`,
      '/admin/account',
      '/admin/api-request-logs',
      `/admin/api-request-logs?path=/${long}`,
      `/admin/companies?search=${long}`,
      '/admin/companies?status=paused',
    ]
  }

  function ofRecords(): string[] {
    return allRecords.flatMap(({ collection, change, remove, create, formOnList }) => {
      const record = `/admin/${collection}/${world.made[collection]?.[0]}`
      return [
        `/admin/${collection}`,
        record,
        ...(change ? [`${record}/edit`] : []),
        ...(remove ? [`${record}/delete`] : []),
        ...(create && !formOnList ? [`/admin/${collection}/new?title=${long}&name=${long}`] : []),
      ]
    })
  }

  // Returns the page of each route about the first record of its kind. What is not possible for it is a page too.
  function ofRoutes(): string[] {
    const noPage = /\/static\/|\.(csv|ics)$|\/(login|openid|suggestions|quick)\b/
    return adminRoutes(world)
      .filter(({ method, path }) => method === 'GET' && !noPage.test(path))
      .map(({ path }) =>
        path
          .replace(/(?<=^\/admin\/([\w-]+)\/):id/, (_, collection) =>
            String(world.made[collection]?.[0] ?? 1),
          )
          .replace(':field', 'title')
          .replaceAll(/:\w+/g, '1'),
      )
  }

  // Sets the texts of all records, each to another one, because names are unique.
  async function lengthen(): Promise<void> {
    const columns = await sql(
      world,
      `select table_name, column_name from information_schema.columns join pg_class on relname = table_name
       where table_schema = 'public' and relkind = 'r' and is_generated = 'NEVER' and data_type = 'text'
       and column_name = any($1) and table_name not in ('sessions', 'mentions')`,
      texts,
    )
    for (const { table_name, column_name } of columns)
      await sql(world, `update "${table_name}" set "${column_name}" = left($1, 190) || id`, long)
  }

  /** Returns the elements of a page that reach beyond its window and are not in a part that scrolls. */
  const beyond = (page: Page) =>
    page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return []
      const isWide = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1
      const scrolls = (element: Element): boolean =>
        getComputedStyle(element).overflowX !== 'visible' ||
        (element.parentElement ? scrolls(element.parentElement) : false)
      const wide = [...document.body.querySelectorAll('*')].filter(
        (element) => isWide(element) && !(element.parentElement && scrolls(element.parentElement)),
      )
      const leaves = wide.filter(
        (element) => !wide.some((other) => other !== element && element.contains(other)),
      )
      const named = leaves.map(
        ({ localName, className, parentElement }) =>
          `${parentElement?.localName}.${parentElement?.className} > ${localName}.${className}`,
      )
      return [`${document.documentElement.scrollWidth} px`, ...new Set(named)].slice(0, 5)
    })

  it('makes no page wider than its window', { timeout: 900_000 }, async () => {
    const page = await open('about:blank', {})
    const faults: string[] = []
    for (const path of [...pages, ...routes]) {
      const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
      const status = answer?.status() ?? 500
      if (pages.includes(path) ? status !== 200 : status >= 500)
        faults.push(`${path.slice(0, 80)}: ${status}`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const found = await beyond(page)
        if (found.length > 0) faults.push(`${path.slice(0, 80)} at ${width} px: ${found.join(', ')}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('is cut in no row of a list on a phone', { timeout: 300_000 }, async () => {
    const page = await open('about:blank', { viewport: { width: 390, height: 800 } })
    const faults: string[] = []
    for (const { collection } of allRecords) {
      await page.goto(`/admin/${collection}`, { waitUntil: 'domcontentloaded' })
      const cut = await page
        .locator('[data-stacked] tbody :is(th, td)')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length)
      if (cut > 0) faults.push(`${collection}: ${cut}`)
    }
    expect(faults).toEqual([])
  })
})
