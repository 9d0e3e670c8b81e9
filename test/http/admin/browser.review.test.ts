import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeInsight, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('the review', (browser) => {
  let world: World
  let admin: Browser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    admin = await signIn(world, await makePerson(world))
    open = await pageOpener(world, browser, admin)
    await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
    await makeSignal(world, { product_slug: 'run', title: 'Slow', severity: 'high' })
    for (const title of ['One', 'W'.repeat(200)]) await makeInsight(world, { product_slug: 'run', title })
    await world.send('PATCH', `${root}/products/run`, { portfolio_status: 'frozen' })
  })

  it('is accessible in light and dark, and not wider than a phone', async () => {
    const page = await open('/admin/review', { bypassCSP: true })
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
    await page.getByText('2 insights', { exact: true }).click()
    await page.getByRole('link', { name: 'One' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  it('is worked through by keys', async () => {
    const page = await open('/admin/review')
    const current = () => page.locator('.current').innerText()
    const statusOf = async () =>
      (await world.send('GET', `${root}/products/run`)).body.product.portfolio_status
    await page.keyboard.press('a')
    expect(new URL(page.url()).pathname).toBe('/admin/review')
    await page.keyboard.press('j')
    expect(await current()).toContain('1 product')
    await page.keyboard.press('j')
    expect(await page.locator('.current').getAttribute('id')).toMatch(/^change-/)
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'Revert 1 change' }).waitFor()
    expect(await statusOf()).toBe('frozen')
    await page.getByRole('button', { name: 'Revert' }).click()
    await page.getByText('1 change reverted.').waitFor()
    expect(await statusOf()).not.toBe('frozen')

    // The groups are those of the insights, the signal and the product. A change in a folded one is passed over.
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    expect(await current()).toContain('2 insights')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'One' }).waitFor()
    for (const key of ['j', 'j', 'x', 'a']) await page.keyboard.press(key)
    await page.getByText('1 change accepted.').waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'a']) await page.keyboard.press(key)
    await page.getByText('2 changes accepted.').waitFor()
  })
})
