import { beforeAll, expect, it } from 'vitest'
import { weekOf } from '../../../src/record/rules/iso-week.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { fillWeek } from '../../support/week.ts'
import { makeWorld } from '../../support/world.ts'

const a4 = { format: 'A4', printBackground: true } as const

describeInBrowser('the page of a week', (browser) => {
  let open: OpenPage
  beforeAll(async () => {
    const world = await makeWorld()
    const admin = await signIn(world, await makePerson(world))
    await admin.post('/admin/demonstration')
    for (let count = 0; count < 4; count++) await fillWeek(world, admin)
    open = await pageOpener(world, browser, admin)
  }, 120_000)

  it('prints on two pages of A4, with the map and without controls', async () => {
    const page = await open('/admin/week')
    expect(await page.locator('.map').isVisible()).toBe(false)
    const pdf = (await page.pdf(a4)).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.map .tile').first().isVisible()).toBe(true)
    for (const control of ['.side', '.tile input', 'nav.buttons'])
      expect([control, await page.locator(control).first().isVisible()]).toEqual([control, false])
    // The running week has no moves on a Monday.
    const before = await open(`/admin/week/${weekOf(todayIn('UTC', -7))}`)
    await before.emulateMedia({ media: 'print' })
    expect(await before.locator('.sparkline').first().isVisible()).toBe(true)
  })

  for (const javaScriptEnabled of [true, false])
    it(`leads from a number to its list and between weeks${javaScriptEnabled ? '' : ' without JavaScript'}`, async () => {
      const page = await open('/admin', { javaScriptEnabled })
      await page.getByRole('link', { name: 'Week', exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: /^Week \d+, / }).waitFor()
      await page.getByRole('link', { name: /Overdue tasks/ }).click()
      await page.waitForURL(/tasks\?overdue=1$/)
      await page.goBack()
      await page.getByRole('link', { name: /^← Week/ }).click()
      await page.getByRole('link', { name: /^Week \d+ →$/ }).click()
      await page.waitForURL(/\/admin\/week\/\d{4}-W\d\d$/)
    })

  it('is found by Ctrl-K', async () => {
    const page = await open('/admin/signals')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('week')
    await page.locator('#quick').getByRole('link', { name: /^Week/ }).first().click()
    await page.waitForURL(/\/admin\/week$/)
  })
})
