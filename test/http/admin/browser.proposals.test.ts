import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeSignal } from '../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, signal } from '../../support/proposals-world.ts'

describeInBrowser('the pages of proposals', (browser) => {
  let made: ProposalsWorld
  let open: OpenPage
  beforeAll(async () => {
    made = await makeProposalsWorld()
    open = await pageOpener(made.world, browser, made.admin)
  })

  const propose = (title: string) => made.propose('POST', '/signals', { ...signal, title })
  const statusOf = async (id: number) => (await made.read(id)).status

  it('are decided on by keys', async () => {
    const [first, second, third] = [await propose('One'), await propose('Two'), await propose('Three')]
    const page = await open('/admin/proposals?status=pending')
    await page.keyboard.press('a')
    for (const key of ['j', 'x', 'j', 'j', 'k']) await page.keyboard.press(key)
    expect(await page.locator('tr.current th').innerText()).toBe('Two')
    await page.keyboard.press('x')
    await page.keyboard.press('a')
    await page.getByText('Approved: 2 of 2').waitFor()
    await page.goto('/admin/proposals?status=pending')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.getByText('Rejected: 1 of 1').waitFor()
    const outcomes = [await statusOf(first), await statusOf(second), await statusOf(third)]
    expect(outcomes).toEqual(['applied', 'applied', 'rejected'])
    const fourth = await propose('Four')
    await page.goto(`/admin/proposals/${fourth}`)
    await page.keyboard.press('a')
    await page.getByText('Proposal approved.').waitFor()
    const fifth = await propose('Five')
    await page.goto(`/admin/proposals/${fifth}`)
    await page.getByLabel('Note').fill('a x r')
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.getByText('Proposal rejected.').waitFor()
    expect(await made.read(fifth)).toMatchObject({ status: 'rejected', decision_note: 'a x r' })
  })

  it('are accessible in light and dark, and not wider than a phone', async () => {
    const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
    const changed = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
    await made.write('PATCH', `/signals/${id}`, { severity: 'low' })
    const faults: string[] = []
    for (const path of ['', `/${changed}`, `/${changed}/edit`]) {
      const page = await open(`/admin/proposals${path}`, { bypassCSP: true })
      await page.evaluate(axe.source)
      faults.push(...(await faultsOf(page)))
    }
    expect(faults).toEqual([])
  })
})
