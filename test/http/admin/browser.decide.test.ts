import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeProduct, makeSignal } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInBrowser('a decision', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    await makeProduct(world, { name: 'Torch' })
    await makeSignal(world, { title: 'The light flickers', product_slug: 'torch' })
  })

  it('is made with evidence and two tasks by four clicks and nine fields', async () => {
    const page = await open('/admin/decisions')
    await page.getByRole('link', { name: 'New decision' }).click()
    const fields: [string, string][] = [
      ['product_slug', 'Torch'],
      ['title', 'New driver'],
      ['owner', 'Anna'],
      ['decision', 'Replace the driver of the light.'],
      ['review_at', '2099-01-01'],
      ['evidence', 'flickers'],
      ['tasks.0.title', 'Choose a driver'],
      ['tasks.1.title', 'Test it on ten phones'],
    ]
    await page.locator('[name=decision_type]').selectOption('stabilize')
    for (const [name, value] of fields) await page.locator(`[name="${name}"]`).first().fill(value)
    const suggested = page.locator('#field-evidence-options option')
    await page.locator('[name=evidence]').focus()
    await expect.poll(() => suggested.first().getAttribute('value')).toBe('The light flickers (signal 1)')
    await page.locator('[name=evidence]').fill('The light flickers (signal 1)')
    await press(page, 'Create')
    await page.getByText('Decision created.').waitFor()
    for (const name of ['The light flickers', 'Choose a driver', 'Test it on ten phones'])
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBeGreaterThan(0)
  })

  it('gets further tasks one after the other, and its form another row', async () => {
    const { id } = await makeDecision(world, { title: 'Grow' })
    const page = await open(`/admin/decisions/${id}`)
    for (const title of ['First', 'Second']) {
      await page.getByRole('link', { name: 'New task' }).click()
      await page.locator('[name=title]').fill(title)
      await press(page, 'Create')
      await page.getByText('Task created.').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/admin/decisions/${id}`)
    }
    await page.goto('/admin/decisions/new')
    await page.locator('[name="tasks.0.title"]').fill('Kept')
    await press(page, 'Add a row of tasks')
    await page.locator('[name="tasks.2.title"]').waitFor()
    expect(await page.locator('[name="tasks.0.title"]').inputValue()).toBe('Kept')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tasks.2.title')
  })

  it('has an accessible form', async () => {
    const page = await open('/admin/decisions/new', { bypassCSP: true })
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
  })
})
