import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { hostile } from '../../support/form-fields.ts'
import { makeApp, makeProduct, makeRule, makeSignal } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

// Runs in the page, which cannot be asked while it waits for the response.
function keepBusyLabel(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-busy]')
  if (!button) throw new Error('No button says that it is busy.')
  new MutationObserver((_, observer) => {
    observer.disconnect()
    sessionStorage.setItem('busy', `${button.textContent} ${button.disabled}`)
  }).observe(button, { childList: true })
}

describeInBrowser('the test of a guard', (browser) => {
  let world: World
  let open: OpenPage
  let address: string
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    await makeProduct(world, { name: `Torch ${hostile}` })
    await makeApp(world)
    await makeSignal(world, { title: `Crash ${hostile}` })
    address = `/admin/canon-rules/${(await makeRule(world)).id}/guard`
  })

  it('says that it runs, and then shows its result', async () => {
    const page = await open(address)
    await page.context().addInitScript({ content: axe.source })
    await page.locator('[name=guard_when]').fill('true')
    await page.locator('[name=guard_effect]').selectOption('warn')
    await page.evaluate(keepBusyLabel)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.locator('#trial').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('Testing… true')
    expect(await page.locator('button[data-busy]').innerText()).toBe('Test')
    expect(await page.locator('main').innerText()).toContain('Crash')
    expect(await faultsOf(page)).toEqual([])
  })
})
