import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shortDay } from '../../../http/admin/plot/lane.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { storeClicks } from '../../support/clicks.ts'
import { hostile } from '../../support/form-fields.ts'
import { makeDueDecision } from '../../support/judged-decision.ts'
import { makeApp, makeDecision, makeProduct, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('the outcome of a decision', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    await makeProduct(world, { name: 'Torch' })
    await makeApp(world, { name: 'Torch', product_slug: 'torch' })
    await storeClicks(world)
  })

  const stored = async (id: number) => (await world.send('GET', `${root}/decisions/${id}`)).body.decision
  const due = () => makeDueDecision(world, { product_slug: 'torch', title: `Due ${hostile}` })
  const phone = { viewport: { width: 390, height: 844 } }

  it('is expected in rows that the keyboard fills', async () => {
    const { id } = await makeDecision(world, { product_slug: 'torch' })
    const page = await open(`/admin/decisions/${id}/edit`)
    const { keyboard } = page
    await page.locator('[name="expected.0.metric"]').focus()
    const typed = ['Position', 'Up', '5', '', 'Torch', '', 'torch', 'DE']
    for (const text of typed) {
      const field = await page.evaluate(() => document.activeElement?.getAttribute('name'))
      if (field === 'expected.0.by') {
        await page.locator('[name="expected.0.by"]').fill(todayIn('UTC', 30))
        await page.locator('[name="expected.0.app_slug"]').focus()
        continue
      }
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await page.locator('[name=title]').press('Enter')
    await page.getByText('Decision saved.').waitFor()
    expect((await stored(id)).expected).toMatchObject([
      {
        metric: 'position',
        direction: 'up',
        at_least: 5,
        app_slug: 'torch',
        keyword: 'torch',
        country: 'DE',
      },
    ])
  })

  it.each([true, false])(
    'is stored once by a double click, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { id } = await due()
      const page = await open(`/admin/decisions/${id}`, { javaScriptEnabled, ...phone })
      await page.locator('[name=outcome]').selectOption('met')
      await page.locator('[name=outcome_note]').fill('It paid back.')
      await page.getByRole('button', { name: 'Record outcome', exact: true }).dblclick()
      await page.getByText('Decision judged.').waitFor()
      expect(await stored(id)).toMatchObject({ outcome: 'met', outcome_note: 'It paid back.' })
      const changes = await sql(
        world,
        `select from history where record_type = 'decision' and record_id = $1 and changes ? 'outcome'`,
        id,
      )
      expect(changes).toHaveLength(1)
      await page.goBack()
      await page.goForward()
      expect(await page.locator('[name=outcome]').inputValue()).toBe('met')
    },
  )

  it('stands beside the numbers of each expectation, which the arrow keys read', async () => {
    const { id } = await due()
    const page = await open(`/admin/decisions/${id}`)
    const first = page.locator('article.expectation').first()
    await first.getByText(/^Met$/).waitFor()
    expect(await first.innerText()).toMatch(/Clicks rose by \d+(\.\d)? % where at least 20 % were expected/)
    expect(await first.locator('.marks').innerText()).toMatch(
      /Decided \d{1,2} \w+ \d{4}\s+Expected by \d{1,2} \w+ \d{4}/,
    )
    const plot = first.getByRole('slider')
    await plot.focus()
    await page.keyboard.press('End')
    expect(await plot.getAttribute('aria-valuetext')).toBe(`${shortDay(todayIn('UTC', -1))}, After 99`)
    await page.keyboard.press('Home')
    expect(await plot.getAttribute('aria-valuetext')).not.toContain('After')
  })

  it.each(['light', 'dark'] as const)('is accessible and as wide as its window: %s', async (colorScheme) => {
    const { id } = await due()
    for (const path of [
      `/admin/decisions/${id}`,
      `/admin/decisions/${id}/edit`,
      `/admin/decisions/${id}/outcome`,
    ]) {
      const page: Page = await open(path, { bypassCSP: true, colorScheme, ...phone })
      await page.evaluate(axe.source)
      expect(await faultsOf(page), path).toEqual([])
      await page.setViewportSize(phone.viewport)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
  })
})
