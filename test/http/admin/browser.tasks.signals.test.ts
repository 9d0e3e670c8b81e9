import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeProduct, makeSignal, makeTask, root, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { person } from '../../support/steps.ts'
import { day, myDay } from '../../support/work-world.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('from the dashboard, a manager', (browser) => {
  let world: World
  let admin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
    await makeProduct(world, { name: 'Torch', health_state: 'critical', health_summary: 'It flickers.' })
    await makeSignal(world, { title: 'The light flickers', product_slug: 'torch', severity: 'critical' })
  })

  const side = (page: Page) => page.locator('nav.side')
  const signal = async (id: number) => (await world.send('GET', `${root}/signals/${id}`)).body.signal

  it('sees what needs attention today, work without a day too', async () => {
    await makeTask(world, { title: 'Without a day', owner: admin.name })
    await makeTask(world, { title: 'Late', owner: admin.email, due_at: day(-2) })
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click(/^My day/, 'link', side(page))
    await page.waitForURL(myDay)
    for (const name of ['Without a day', 'Late'])
      await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await steps()).toEqual({ clicks: 1, loads: 1 })
  })

  it('resolves a signal with its reason', async () => {
    const { id } = await makeSignal(world, {
      title: 'Slow start',
      product_slug: 'torch',
      severity: 'critical',
    })
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click('Slow start')
    await click('Resolve')
    await page.getByLabel('Resolution').fill('The start is fast again.')
    await click('Resolve', 'button')
    await page.getByText('Signal resolved.').waitFor()
    expect(await signal(id)).toMatchObject({ status: 'resolved', resolution: 'The start is fast again.' })
    expect(await steps()).toEqual({ clicks: 3, loads: 3 })
  })

  it('makes a decision with tasks from a critical signal', async () => {
    const page = await open('/admin')
    const { click, choose, steps } = person(page)
    await click('The light flickers')
    await click('Decide')
    await page.locator('[name=title]').fill('New driver (cohort 31)')
    await page.locator('[name=owner]').fill(admin.name)
    await page.locator('[name=decision]').fill('Replace the driver of the light.')
    await page.locator('[name=review_at]').fill('2099-01-01')
    await page.locator('[name="tasks.0.title"]').fill('Choose a driver')
    await page.locator('[name="tasks.1.title"]').fill('Test it on ten phones')
    await choose('[name=decision_type]', 'stabilize')
    await click('Create', 'button')
    await page.getByText('Decision created.').waitFor()
    await page.getByRole('link', { name: 'New driver (cohort 31)', exact: true }).first().waitFor()
    const { tasks, evidence } = (await world.send('GET', `${root}/decisions/1`)).body.decision
    expect([tasks, evidence]).toMatchObject([{ length: 2 }, [{ title: 'The light flickers' }]])
    expect(await steps()).toEqual({ clicks: 4, loads: 3 })
  })

  it('says what came of a decision whose review is due', async () => {
    const decision = { title: 'Give it away', owner: admin.name, review_at: day(-1) }
    const { id } = await makeDecision(world, { ...decision, product_slug: 'torch' })
    const page = await open('/admin')
    const { click, choose, steps } = person(page)
    await click(/^My day/, 'link', side(page))
    await click('Done: Give it away', 'button')
    await choose('[name=outcome]', 'met')
    await page.locator('[name=outcome_note]').fill('Twice the clicks.')
    await click('Record outcome', 'button')
    await page.getByText('Decision judged.').waitFor()
    expect((await world.send('GET', `${root}/decisions/${id}`)).body.decision).toMatchObject({
      status: 'reviewed',
    })
    expect(await steps()).toEqual({ clicks: 4, loads: 3 })
  })

  it('closes twenty signals', async () => {
    for (let number = 1; number <= 20; number++)
      await makeSignal(world, { title: `Old ${number}`, direction_slug: 'fitness' })
    const page = await open('/admin/signals?direction_slug=fitness')
    const { click, choose, steps } = person(page)
    await click('Tick all rows of this page', 'checkbox')
    await page.getByText('20 ticked').waitFor()
    await choose('#bulk-status', 'resolved')
    await click('Change status', 'button')
    await page.locator('[name=resolution]').fill('The product was closed.')
    await click('Apply', 'button')
    await page.getByText('20 signals').first().waitFor()
    const open20 =
      "select count(*)::int as open from signals where title like 'Old %' and status <> 'resolved'"
    expect(await sql(world, open20)).toEqual([{ open: 0 }])
    expect(await steps()).toEqual({ clicks: 4, loads: 2 })
  })
})
