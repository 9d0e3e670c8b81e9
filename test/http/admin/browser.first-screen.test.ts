import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allRecords } from '../../../http/admin/records/index.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'

const firstRowAbove = 200
// These begin with the form of a new record, or with plots.
const notOnlyLists = ['api-token', 'api-agent-tokens', 'api-keys']

describeInBrowser('the first screen', (browser) => {
  let world: AdminWorld
  let open: OpenPage
  beforeAll(async () => {
    world = await makeAdminWorld()
    open = await pageOpener(world, browser, world.admin)
  })

  const topOf = (page: Page, selector: string) =>
    page.evaluate(
      (found) => document.querySelector(found)?.getBoundingClientRect().top ?? Number.NaN,
      selector,
    )

  it(`of a list has its first row above ${firstRowAbove} px`, { timeout: 300_000 }, async () => {
    const page = await open('about:blank', { viewport: { width: 1280, height: 900 } })
    const lists = allRecords
      .map(({ collection }) => collection)
      .filter((name) => !notOnlyLists.includes(name))
    const tops: Record<string, number> = {}
    for (const list of [...lists, 'proposals']) {
      await page.goto(`/admin/${list}`, { waitUntil: 'domcontentloaded' })
      if ((await page.locator('.empty').count()) === 0) tops[list] = await topOf(page, 'main tbody tr')
    }
    expect(Object.keys(tops).length).toBeGreaterThan(20)
    expect(Object.entries(tops).filter(([, top]) => !(top < firstRowAbove))).toEqual([])
  })

  it('of a product has its health, its worst signal and its signals, and no timeline before them', async () => {
    for (const width of [390, 1280]) {
      const page = await open(`/admin/products/${world.made.products?.[0]}`, {
        viewport: { width, height: 900 },
      })
      const { top, bottom } = await page
        .locator('.lead')
        .evaluate((lead) => lead.getBoundingClientRect().toJSON() as DOMRect)
      expect([width, top > 0, bottom < 800]).toEqual([width, true, true])
      const signals = await topOf(page, '#related-signals')
      expect(signals).toBeLessThan(800)
      expect(signals).toBeLessThanOrEqual((await topOf(page, '#timeline')) + 10)
    }
  })

  it('shows a text before its facts, in lines of at most 75 characters', async () => {
    const wanted: Record<number, [left: boolean, above: boolean]> = {
      390: [false, true],
      1920: [true, false],
    }
    for (const [width, [isLeft, isAbove]] of Object.entries(wanted)) {
      const viewport = { width: Number(width), height: 900 }
      const page = await open(`/admin/signals/${world.made.signals?.[0]}`, { viewport })
      const boxOf = async (part: string) =>
        (await page.locator(part).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const texts = await boxOf('.texts')
      const facts = await boxOf('.facts')
      expect([width, texts.x + texts.width < facts.x, texts.y + texts.height < facts.y]).toEqual([
        width,
        isLeft,
        isAbove,
      ])
      const isShort = await page
        .locator('.texts dd')
        .first()
        .evaluate((line) => {
          const probe = document.createElement('span')
          Object.assign(probe.style, { position: 'absolute', whiteSpace: 'nowrap' })
          probe.textContent = '0'.repeat(75)
          line.append(probe)
          return line.getBoundingClientRect().width <= probe.getBoundingClientRect().width
        })
      expect([width, isShort]).toEqual([width, true])
    }
  })

  it('of the dashboard has no number and no panel alone on a row', async () => {
    for (const width of [1280, 1366, 1920]) {
      const page = await open('/admin', { viewport: { width, height: 900 } })
      const rows = await page.locator('main :is(.cards, .panels)').evaluateAll((groups) =>
        groups.map((group) => {
          const tops = [...group.children].map((child) => Math.round(child.getBoundingClientRect().top))
          return tops.filter((top) => tops.filter((other) => other === top).length === 1).length
        }),
      )
      expect([width, rows]).toEqual([width, rows.map(() => 0)])
      expect(rows.length).toBeGreaterThan(2)
    }
  })

  it('has a header of one row on a phone, whose menu ends with the account', async () => {
    const page = await open('/admin/tasks', { viewport: { width: 390, height: 844 } })
    const header = await page.locator('.top').boundingBox()
    expect(header?.height).toBeLessThanOrEqual(56)
    for (const part of ['.top > .brand', '.top > .search', '.menu > summary']) {
      const box = await page.locator(part).boundingBox()
      expect([part, (box?.y ?? 99) + (box?.height ?? 99) <= 56]).toEqual([part, true])
    }
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await topOf(page, 'main tbody tr')).toBeLessThan(260)
  })

  it('uses the width of a wide window', async () => {
    const page = await open('/admin', { viewport: { width: 1920, height: 900 } })
    const main = await page.locator('main').boundingBox()
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeGreaterThan(1900)
  })
})
