import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeProduct, makeSignal, makeTask } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('the portfolio map', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    const { slug } = await makeProduct(world, { name: 'Torch', portfolio_status: 'core' })
    await makeProduct(world, { name: 'Lantern', portfolio_status: 'archived' })
    const candle = { name: 'A candle with a name of three lines', portfolio_status: 'core' }
    const { slug: product_slug } = await makeProduct(world, candle)
    await makeTask(world, { product_slug, due_at: '2026-01-01' })
    await makeSignal(world, { product_slug: slug, title: 'Battery drained', severity: 'critical' })
  })

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? '' : ' without JavaScript'

    it(`shows which product is in trouble, and why, after one click${how}`, async () => {
      const page = await open('/admin', { javaScriptEnabled })
      await page.getByRole('link', { name: 'Portfolio map' }).click()
      const tile = page.locator('.tile.is-critical')
      const why = tile.getByRole('tooltip')
      await expect.poll(() => tile.innerText()).toContain('Critical problem')
      expect(await why.isVisible()).toBe(false)
      await tile.hover()
      expect(await why.innerText()).toContain('“Battery drained”')
      await page.mouse.move(0, 0)
      expect(await why.isVisible()).toBe(false)
      await tile.getByRole('link', { name: 'Torch' }).focus()
      expect(await why.isVisible()).toBe(true)
    })

    it(`compares two products after three clicks${how}`, async () => {
      const page = await open('/admin', { javaScriptEnabled })
      await page.getByLabel('Compare Torch').check()
      await page.getByLabel('Compare Lantern').check()
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.waitForURL(/\/admin\/products\/compare\?ids=/)
      const headings = await page.locator('.side-by-side thead th a').allInnerTexts()
      expect(headings.sort()).toEqual(['Lantern', 'Torch'])
    })
  }

  it('describes the link of a tile by the sentence', async () => {
    const page = await open('/admin/map')
    const link = page.getByRole('link', { name: 'Torch', description: /Critical problem: “Battery drained”/ })
    expect(await link.count()).toBe(1)
  })

  it('keeps the sentence of a tile at the right edge in sight', async () => {
    const page = await open('/admin/map', { viewport: { width: 1280, height: 900 } })
    await page.getByRole('link', { name: 'Lantern' }).hover()
    const box = await page.locator('.tile', { hasText: 'Lantern' }).getByRole('tooltip').boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(1280)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  })

  it('has tiles of one size and narrow empty columns, and red only for what is critical', async () => {
    const page = await open('/admin/map', { viewport: { width: 1280, height: 900 } })
    const tiles = await page
      .locator('.tile')
      .evaluateAll((all) => all.map((tile) => [tile.clientWidth, tile.clientHeight].join()))
    expect(tiles).toHaveLength(3)
    expect(new Set(tiles).size).toBe(1)
    const [core = 0, frozen = 0] = await page
      .locator('.map-heads span')
      .evaluateAll((heads) => [3, 5].map((index) => heads[index]?.clientWidth ?? 0))
    expect(frozen).toBeLessThan(core / 2)
    expect(await page.locator('.tile', { hasText: 'Torch' }).locator('.share').isVisible()).toBe(true)
    const [overdue, state] = await page
      .locator('.tile', { hasText: 'candle' })
      .locator('.tile-mark, .tile-state')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color))
    expect(overdue).toBe(state)
  })

  it('shows one sentence at a time, beside the tiles, until Escape', async () => {
    const page = await open('/admin/map', { viewport: { width: 1280, height: 900 } })
    const sentences = page.getByRole('tooltip')
    const lowest = (
      await page.locator('.tile').evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().bottom))
    ).sort((one, other) => other - one)[0]
    await page.locator('.tile', { hasText: 'Torch' }).hover()
    expect(await sentences.count()).toBe(1)
    expect((await sentences.boundingBox())?.y).toBeGreaterThan(Number(lowest))
    await page.keyboard.press('Escape')
    expect(await sentences.count()).toBe(0)
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'Lantern' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await sentences.innerText()).toContain('No unresolved signal')
    await page.keyboard.press('Escape')
    expect(await sentences.count()).toBe(0)
  })

  it('shows each sentence on a phone, where nothing hovers', async () => {
    const page = await open('/admin/map', { viewport: { width: 390, height: 800 } })
    expect(await page.getByText('“Battery drained”').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
