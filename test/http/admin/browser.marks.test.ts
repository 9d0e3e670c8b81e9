import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeInsight, makeRule } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('a record that must not be relied on', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
  })

  it.each([true, false])('is retracted and restored, with JavaScript: %s', async (javaScriptEnabled) => {
    const { id } = await makeInsight(world, { title: 'Half of the trials start from the widget' })
    const page = await open(`/admin/insights/${id}`, { javaScriptEnabled })
    await page.context().addInitScript({ content: axe.source })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Retract', exact: true }).click()
    await page.getByRole('heading', { name: 'Retract: Half of the trials' }).waitFor()
    await press('Retract')
    await page.getByText('The reason field is required.').waitFor()
    if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Reason').fill('Counted twice.')
    await press('Retract')
    await page.getByText('Insight retracted.').waitFor()
    expect(await page.locator('.caution').innerText()).toMatch(/^Retracted just now: Counted twice\.$/)
    if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([])
    await press('Restore')
    await page.getByText('Insight restored.').waitFor()
    expect(await page.locator('.caution').count()).toBe(0)
  })

  it('is marked on accessible pages: in lists, as evidence, and with the warnings of a form', async () => {
    const insight = await makeInsight(world, { title: 'Mistaken' })
    const evidence = [{ type: 'insight', id: insight.id }]
    const decision = await makeDecision(world, { evidence })
    await world.send('POST', `/api/portfolio/insights/${insight.id}/retract`, { reason: 'Counted twice.' })
    const rule = await makeRule(world, { title: 'Freeze at once' })
    const page = await open('/admin/insights?include_retracted=1')
    await page.context().addInitScript({ content: axe.source })
    const marked = async (path: string, mark: string) => {
      await page.goto(path)
      await page.getByText(mark, { exact: true }).first().waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
    await marked('/admin/insights?include_retracted=1', 'Retracted')
    await marked(`/admin/decisions/${decision.id}`, 'Retracted')
    await marked('/admin/canon-rules', 'Not approved')
    await marked(`/admin/canon-rules/${rule.id}`, 'Not approved')
    await marked('/admin/search?q=freeze', 'Not approved')
    await page.goto(`/admin/decisions/${decision.id}/edit`)
    await page.getByLabel('Review on').fill('2026-01-05')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The review on 5 Jan 2026 is in the past.').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
