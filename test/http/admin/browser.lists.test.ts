import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeProduct, makeSignal, makeTask, root } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const phone = { viewport: { width: 390, height: 844 } }

describeInBrowser('a list', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    const { slug } = await makeProduct(world, { name: 'Torch for nights in the mountains' })
    for (const title of [
      'Answer the reviews of the last week',
      'Order new screenshots',
      'Write to the store',
    ])
      await makeTask(world, {
        product_slug: slug,
        title,
        owner: 'Alexandra Winterbottom',
        due_at: '2026-11-01',
      })
    await makeSignal(world, { product_slug: slug, title: 'The light flickers' })
  })

  /** Returns whether an element is within the window. */
  const isInSight = (page: Page, text: string) =>
    page
      .locator('tbody tr')
      .first()
      .getByText(text)
      .evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      })

  it('shows its first row on the phone without scrolling, with the day and the owner of a task', async () => {
    const page = await open('/admin/tasks?status=open', phone)
    for (const text of ['Write to the store', 'Alexandra Winterbottom', '1 Nov 2026'])
      expect(await isInSight(page, text), text).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('has room for all its columns in Russian, whose words are longer', async () => {
    const decision = {
      product_slug: 'torch-for-nights-in-the-mountains',
      title: 'Reward those who write the first hundred reviews',
      decision_type: 'stabilize',
      owner: 'Alexandra Winterbottom',
      review_at: '2026-09-25',
    }
    await makeDecision(world, decision)
    const { id } = await makeDecision(world, decision)
    await world.send('PATCH', `${root}/decisions/${id}`, { outcome: 'not-met' })
    const page = await open('/admin/decisions', { locale: 'ru-RU', viewport: { width: 1280, height: 900 } })
    const table = page.locator('.table')
    await table.getByText('Стабилизировать').first().waitFor()
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  it('sends only the filters that are set', async () => {
    const page = await open('/admin/signals')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Severity').selectOption('medium')
    const [request] = await Promise.all([
      page.waitForRequest(/signals\?/),
      page.getByRole('button', { name: 'Filter', exact: true }).click(),
    ])
    expect(request.url()).toMatch(/\/admin\/signals\?severity=medium$/)
    await page.waitForURL(/severity=medium$/)
  })

  it('is the way back after saving, and gives the form its next record', async () => {
    const page = await open('/admin/tasks?status=open&sort=title')
    await page.getByRole('link', { name: 'Answer the reviews of the last week', exact: true }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Note').fill('By Friday')
    await page.getByRole('button', { name: 'Save and next' }).click()
    await page.getByRole('heading', { name: 'Edit: Order new screenshots' }).waitFor()
    await page.getByLabel('Note').fill('For iOS')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Order new screenshots', exact: true }).waitFor()
    await page
      .getByRole('navigation', { name: 'Above this page' })
      .getByRole('link', { name: 'Tasks' })
      .click()
    await page.waitForURL(/\/admin\/tasks\?status=open&sort=title$/)
  })

  it('resolves a signal by two clicks and one field, on the phone too', async () => {
    for (const [title, options] of [
      ['Crash', undefined],
      ['Crash on the phone', phone],
    ] as const) {
      await makeSignal(world, { title, severity: 'critical' })
      const page = await open('/admin/signals?status=open', options)
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
      await row.getByRole('link', { name: 'Resolve' }).click()
      await page.getByLabel('Resolution').fill('Released 4.2.1')
      await page.getByRole('button', { name: 'Resolve' }).click()
      await page.getByText('Signal resolved.').waitFor()
      expect(page.url()).toMatch(/\/admin\/signals\?status=open$/)
      expect(await page.getByRole('rowheader', { name: title, exact: true }).count()).toBe(0)
    }
  })

  it('closes twenty stale signals by five clicks', async () => {
    for (let number = 1; number <= 20; number++) await makeSignal(world, { title: `Stale ${number}` })
    const page = await open('/admin/signals?q=stale')
    await page.getByLabel('All 20 that the filter selects').check()
    await page.getByLabel('New value').first().selectOption('dismissed')
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('heading', { name: 'Change status: 20 signals' }).waitFor()
    await page.getByLabel('Resolution').fill('Nothing has happened since spring')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('20 signals changed.').waitFor()
    expect(page.url()).toMatch(/\/admin\/signals\?q=stale$/)
    expect(await page.locator('tbody').getByText('Dismissed').count()).toBe(20)
  })

  it('ticks all rows of its page, and is accessible while they are ticked and in the preview', async () => {
    const page = await open('/admin/tasks?status=open', { bypassCSP: true })
    await page.getByLabel('Tick all rows of this page').check()
    expect(await page.locator('td.tick input:checked').count()).toBe(3)
    // The bar that stays in sight covers a part of a row, which can be scrolled from under it.
    await page.addStyleTag({ content: 'main .bulk { position: static !important }' })
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('New value').nth(1).selectOption('high')
    await page.getByRole('button', { name: 'Change priority' }).click()
    await page.getByRole('heading', { name: 'Change priority: 3 tasks' }).waitFor()
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
  })

  it('is accessible with its filters open, in light and dark', async () => {
    const page = await open('/admin/signals?status=open&q=light', { bypassCSP: true })
    await page.getByText('Filters', { exact: true }).click()
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
  })
})
