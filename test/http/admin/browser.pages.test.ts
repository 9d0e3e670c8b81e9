import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allRecords } from '../../../http/admin/records/index.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const phone = { width: 390, height: 800 }
const desktop = { width: 1280, height: 800 }

describeInBrowser('each page of the web interface', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  let paths: string[]
  beforeAll(async () => {
    world = await makeAdminWorld()
    open = await pageOpener(world, browser, world.admin)
    await world.people.admin.send('GET', '/companies')
    const product = `/admin/products/${world.made.products?.[0]}`
    await world.admin.get(product)
    await world.admin.post(`${product}/edit/name`, { name: 'another' })
    const activity = (await world.admin.get('/admin/activity')).body
    paths = [
      '/admin',
      '/admin/search?q=alpha',
      '/admin/activity',
      /"(\/admin\/activity\/\d+\/revert)"/.exec(activity)?.[1] ?? '',
      '/admin/account',
      '/admin/account/calendar/replace',
      '/admin/keyword-positions/import',
      '/admin/api-request-logs',
      '/admin/nothing',
      '/admin/companies?status=wrong',
      `${product}/edit/name`,
      /"([^"]+\/compare\?from=\d+)"/.exec((await world.admin.get(product)).body)?.[1] ?? '',
      `/admin/companies/${world.made.companies?.[0]}/delete`,
      `/admin/users/${world.made.users?.[0]}/password`,
      ...allRecords.flatMap(({ collection, change, create, formOnList }) => {
        const list = `/admin/${collection}`
        const record = `${list}/${world.made[collection]?.[0]}`
        if (change) return [list, record, `${record}/edit`]
        return create && !formOnList ? [list, record, `${list}/new`] : [list, record]
      }),
    ]
    expect(paths).not.toContain('')
  })

  it('is accessible in light and dark, and not wider than a phone', { timeout: 120_000 }, async () => {
    const faults: string[] = []
    const queue = [...paths]
    const visit = async () => {
      const page = await open('/admin/login', { viewport: phone })
      for (let path = queue.shift(); path !== undefined; path = queue.shift())
        faults.push(...(await faultsOf(page, path)))
    }
    await Promise.all([visit(), visit()])
    expect(faults).toEqual([])
  })

  it('is accessible before the sign in', async () => {
    const page = await open('/admin')
    await page.context().clearCookies()
    expect(await faultsOf(page, '/admin/login')).toEqual([])
  })
})

/** Returns what is wrong on a page: what axe finds in each theme, and whether it is wider than a phone. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(path)
  await page.evaluate(axe.source)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const light = await violations(page, { type: 'tag', values: tags })
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'dark' })
  // The other rules do not depend on the theme.
  const dark = await violations(page, { type: 'rule', values: ['color-contrast'] })
  return [...(width > phone.width ? [`${width} px wide`] : []), ...light, ...dark].map(
    (fault) => `${path}: ${fault}`,
  )
}

function violations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 2).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}
