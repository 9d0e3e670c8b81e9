import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shortDay } from '../../../http/admin/plot/lane.ts'
import { daysFromToday } from '../../../src/record/rules/day.ts'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeApp, makeDecision, makeProduct, makeSignal } from '../../support/makers.ts'
import { marketOf } from '../../support/market.ts'
import { makeApplication, makeCompany } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const days = 90

describeInBrowser('a plot', (browser) => {
  let open: OpenPage
  let productId: number
  let crowdedId: number
  beforeAll(async () => {
    const world = await makeWorld()
    const admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
    const company = await makeCompany(admin)
    const app = await makeApplication(admin, { name: 'QR scanner' })
    const other = await makeApplication(admin, { name: 'Sleep sounds' })
    const rows = Array.from({ length: 2 * days }, (_, index) => ({
      date: daysFromToday(-index),
      app_id: index % 3 === 0 ? other.id : app.id,
      company_id: company.id,
      clicks: 1000 + index,
    }))
    await admin.send('POST', '/analytics/clicks/bulk', { rows })
    const { addPosition } = marketOf(() => world)
    const product = await makeProduct(world)
    productId = product.id
    const { slug: app_slug } = await makeApp(world, { product_slug: product.slug })
    for (const [keyword, index, position] of [
      ['qr scanner', 20, 28],
      ['qr scanner', 0, 62],
      ['barcode', 5, 3],
    ] as const)
      await addPosition({ app_slug, keyword, date: daysFromToday(-index), position })
    for (const title of ['Second', 'Third', 'Fourth', 'Fifth']) await makeDecision(world, { title })
    await makeDecision(world, { product_slug: product.slug, title: 'Raise the price' })
    const crowded = await makeProduct(world)
    crowdedId = crowded.id
    for (const [title, severity] of [
      ['Old 0', 'low'],
      ['Old 1', 'low'],
      ['Old 2', 'low'],
      ['Old 3', 'low'],
      ['Old 4', 'low'],
      ['Old 5', 'low'],
      ['Critical', 'critical'],
      ['Newest critical', 'critical'],
    ] as const)
      await makeSignal(world, { product_slug: crowded.slug, title, severity })
    await makeSignal(world, { product_slug: product.slug, title: 'Crashes at start' })
  })

  const explore = `/admin/clicks/explore?date_from=${daysFromToday(1 - days)}&date_to=${daysFromToday(0)}`
  const readout = (page: Page) => page.locator('.chart .readout:visible')

  it('of 90 days reads out the values of each day by keyboard', async () => {
    const page = await open(explore)
    const plot = page.getByRole('slider', { name: 'Clicks per day' })
    await plot.focus()
    const day = (index: number) => shortDay(daysFromToday(index + 1 - days))
    const spoken = (index: number) =>
      `${day(index)}, Period before ${(1000 + 2 * days - 1 - index).toLocaleString('en')}, This period ${(1000 + days - 1 - index).toLocaleString('en')}${index === days - 1 ? ' so far' : ''}`
    for (const [key, index] of [
      ['ArrowLeft', 88],
      ['ArrowLeft', 87],
      ['ArrowRight', 88],
      ['PageDown', 81],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['PageUp', 7],
      ['End', 89],
      ['ArrowRight', 89],
    ] as const) {
      await page.keyboard.press(key)
      expect(await plot.getAttribute('aria-valuetext')).toBe(spoken(index))
      expect((await readout(page).innerText()).replaceAll(/\s+/g, ' ')).toBe(
        spoken(index).replaceAll(',  ', ' ').replaceAll(', ', ' '),
      )
      expect(await plot.locator('svg:visible .cursor line').count()).toBe(1)
    }
  })

  it('reads out the values under the pointer, on a phone too', async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 800 },
    ]) {
      const page = await open(explore, { viewport })
      await page.locator('.plot').first().scrollIntoViewIfNeeded()
      const box = await page.locator('.plot svg:visible').first().boundingBox()
      if (!box) throw new Error('The plot is not visible.')
      await page.mouse.move(box.x + box.width * 0.99, box.y + box.height / 2)
      expect(await readout(page).innerText()).toContain(shortDay(daysFromToday(0)))
      await page.mouse.move(box.x + 1, box.y + box.height / 2)
      expect(await readout(page).innerText()).toContain(shortDay(daysFromToday(1 - days)))
    }
  })

  it('has its numbers in a table without JavaScript', async () => {
    const page = await open(explore, { javaScriptEnabled: false })
    await page.getByText('Numbers').first().click()
    const rows = page.locator('.chart tbody tr')
    expect(await rows.count()).toBe(days)
    expect(await rows.last().innerText()).toContain('1,000')
    expect(await page.locator('.chart .latest').innerText()).toContain('1,000 so far')
    expect(await page.getByRole('slider').count()).toBe(0)
  })

  it('is accessible', async () => {
    const page = await open('about:blank', {})
    await page.addInitScript({ content: axe.source })
    await page.goto(explore)
    await page.locator('.plot').first().focus()
    await page.keyboard.press('ArrowLeft')
    expect(await faultsOf(page)).toEqual([])
  })

  it('of a product reads out every lane, of the days before and after an event', async () => {
    const page = await open(`/admin/products/${productId}`)
    const plot = page.getByRole('slider')
    await plot.focus()
    await page.keyboard.press('End')
    const spoken = () => plot.getAttribute('aria-valuetext')
    expect(await spoken()).toMatch(/Rank: qr scanner, DE 62, .*Decisions Raise the price.*Crashes at start/)
    expect(await readout(page).getByRole('link', { name: 'Raise the price' }).count()).toBe(1)
    await page.keyboard.press('Home')
    expect(await spoken()).toContain('Rank: qr scanner, DE 28')
    expect(await spoken()).not.toContain('Crashes')
  })

  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 800 },
  ])
    it(`of a product moves nothing and reads out in sight at every lane, ${viewport.width} px wide`, async () => {
      const page = await open(`/admin/products/${productId}`, { viewport })
      const svg = page.locator('.plot svg:visible').first()
      const lanes = svg.locator('text.lane')
      const scroll = () => page.evaluate(() => document.documentElement.scrollHeight)
      const height = await scroll()
      for (let lane = 0; lane < (await lanes.count()); lane++) {
        await lanes.nth(lane).scrollIntoViewIfNeeded()
        const before = await svg.boundingBox()
        const label = await lanes.nth(lane).boundingBox()
        if (!before || !label) throw new Error('The plot is not visible.')
        for (const share of [0.2, 0.6, 0.999]) {
          const [x, y] = [before.x + before.width * share, label.y + label.height / 2]
          await page.mouse.move(x, y)
          const box = await readout(page).boundingBox()
          if (!box) throw new Error('Nothing is read out.')
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
          const isUnderPointer = box.x <= x && x <= box.x + box.width && box.y <= y && y <= box.y + box.height
          expect(isUnderPointer).toBe(false)
        }
        expect(await svg.boundingBox()).toEqual(before)
      }
      expect(await scroll()).toBe(height)
    })

  it('of a product keeps what a click reads out, with links, until Escape', async () => {
    const page = await open(`/admin/products/${productId}`)
    const plot = page.locator('.plot').first()
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box) throw new Error('The plot is not visible.')
    await page.mouse.click(box.x + box.width * 0.99, box.y + box.height / 2)
    const link = readout(page).getByRole('link', { name: 'Raise the price' })
    await link.hover()
    await page.keyboard.press('Escape')
    expect(await readout(page).count()).toBe(0)
    await page.mouse.click(box.x + box.width * 0.99, box.y + box.height / 2)
    await link.click()
    await page.getByRole('heading', { name: 'Raise the price' }).first().waitFor()
  })

  it('of a product hides what it read out when the pointer leaves it', async () => {
    const page = await open(`/admin/products/${productId}`)
    await page.locator('.plot').first().hover()
    expect(await readout(page).count()).toBe(1)
    await page.mouse.move(2, 2)
    expect(await readout(page).count()).toBe(0)
  })

  it('of a product draws the unresolved, most severe and newest of more signals than fit', async () => {
    const page = await open(`/admin/products/${crowdedId}`)
    const titles = await page.locator('.plot svg.wide .span title').allTextContents()
    expect(titles).toEqual(['Newest critical', 'Critical', 'Old 5', 'Old 4', 'Old 3', 'Old 2'])
    expect(await page.locator('.plot svg.wide').innerHTML()).toContain('Signals: 6 of 8 drawn')
    expect(await page.getByText('Signals, 8').count()).toBe(1)
  })

  it('lists three of many marks below it, and the others on request', async () => {
    const page = await open('/admin')
    expect(await page.getByRole('list', { name: 'Marked on the plot' }).getByRole('listitem').count()).toBe(3)
    await page.getByText('2 more', { exact: true }).click()
    const rest = page.getByRole('list', { name: 'Also marked on the plot' })
    expect(await rest.getByRole('listitem').count()).toBe(2)
  })

  it('of a product shows the keywords that are ticked, without JavaScript', async () => {
    const page = await open(`/admin/products/${productId}?days=30`, { javaScriptEnabled: false })
    await page.getByText('Keywords of the rank').click()
    await page.getByLabel('barcode, DE').check()
    await page.getByLabel('qr scanner, DE').uncheck()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Numbers').click()
    expect(await page.getByRole('columnheader', { name: /^Rank/ }).allInnerTexts()).toEqual([
      'Rank: barcode, DE',
    ])
    expect(new URL(page.url()).searchParams.get('days')).toBe('30')
  })

  it('compares the clicks of an application with the period before after two clicks at most', async () => {
    const page = await open('/admin')
    await page.getByRole('link', { name: 'Clicks by period' }).click()
    const row = page.getByRole('row', { name: 'QR scanner (iOS)' })
    expect(await row.locator('td').first().innerText()).toMatch(/^\d+,\d{3}$/)
    expect(await row.locator('td').nth(1).innerText()).toMatch(/^[+−]/)
    await row.getByRole('link', { name: 'Clicks of QR scanner per day' }).click()
    await page.getByRole('slider', { name: 'Clicks per day' }).waitFor()
    expect(await page.getByLabel('Application', { exact: true }).inputValue()).toBe('QR scanner')
  })
})
