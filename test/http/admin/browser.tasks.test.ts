import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { dayText } from '../../../http/admin/html/time.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import {
  makeDecision,
  makeProduct,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { makeApplication } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Counts the clicks of a person on a page. */
function person(page: Page) {
  let clicks = 0
  const click = async (name: string, role: 'link' | 'button' | 'checkbox' = 'link') => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  return { click, clicks: () => clicks }
}

describeInBrowser('a task of a working day', (browser) => {
  let world: World
  let admin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
    await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  })

  const writeAsAgent = async (title: string) => {
    for (let number = 1; number <= 18; number++) await makeSignal(world, { title: `${title} ${number}` })
    await world.send('PATCH', `${root}/products/run`, { portfolio_status: 'frozen' })
  }
  const statusOf = async (slug: string) =>
    (await sql(world, 'select portfolio_status from products where slug = $1', slug))[0]?.portfolio_status

  it.each([
    ['on a screen', {}],
    ['on a phone', phone],
  ])('is to review and revert the bad change in four clicks, %s', async (title, options) => {
    const before = await statusOf('run')
    await writeAsAgent(title)
    const page = await open('/admin/review', options)
    const { click, clicks } = person(page)
    await click('Select this change', 'checkbox')
    await click('Revert', 'button')
    // The page that asks.
    await page.getByRole('heading', { name: 'Revert 1 change' }).waitFor()
    await click('Revert', 'button')
    await page.getByText('1 change reverted.').waitFor()
    expect(await statusOf('run')).toBe(before)
    // The first click opens the review.
    expect(clicks()).toBeLessThanOrEqual(3)
  })

  it('is to hand over the work of a person who leaves in three clicks', async () => {
    const leaver = await makePerson(world, 'manager')
    const application = await makeApplication(admin, { name: 'Torch' })
    await admin.send('PATCH', `/applications/${application.id}`, { owner_id: leaver.id })
    const page = await open('/admin/users')
    const { click, clicks } = person(page)
    await click(leaver.name)
    await click('Edit')
    await page.getByLabel('Status').selectOption('blocked')
    await page.getByLabel('Successor').fill(admin.name)
    await click('Save', 'button')
    await page.getByText('saved').first().waitFor()
    const owned = await sql(
      world,
      'select owner_id::int as owner_id from applications where id = $1',
      application.id,
    )
    expect(owned).toEqual([{ owner_id: admin.id }])
    expect(clicks()).toBeLessThanOrEqual(3)
  })

  it('is to delegate a task in the row of its page, and to take it back from an agent in two clicks', async () => {
    const agent = await makeToken(world)
    const { id } = await makeTask(world)
    const task = async () => (await world.send('GET', `${root}/tasks/${id}`)).body.task
    const page = await open(`/admin/tasks/${id}`)
    const { click, clicks } = person(page)
    await click('Edit delegate')
    await page.getByRole('combobox', { name: 'Delegate' }).selectOption({ label: agent.name })
    await click('Save', 'button')
    await page.getByText('Saved.').waitFor()
    expect((await task()).delegate.id).toBe(agent.id)
    await world.send('POST', `${root}/tasks/${id}/claim`, undefined, agent.headers)
    await page.reload()
    await page.getByText('works on it').waitFor()
    const before = clicks()
    await click('Take back')
    await click('Take back', 'button')
    await page.getByText('Task taken back.').waitFor()
    expect((await task()).claim).toBeNull()
    expect(clicks() - before).toBe(2)
  })

  it('is to see why a request was 422 in two clicks', async () => {
    await world.send('POST', `${root}/signals`, { title: 'Without a kind' })
    const page = await open('/admin')
    const { click, clicks } = person(page)
    await click('Request log')
    await page
      .getByText('The product slug field is required.')
      .or(page.getByText('The signal type field is required.'))
      .first()
      .waitFor()
    expect(clicks()).toBeLessThanOrEqual(2)
  })

  it('is to plan a week for two people by one key a task', async () => {
    const day = todayIn('UTC', 3)
    for (const [title, owner] of [
      ['Plan 1', 'Anna'],
      ['Plan 2', 'Boris'],
      ['Plan 3', 'Anna'],
    ])
      await makeTask(world, { title, owner })
    const page = await open('/admin/tasks?q=plan&sort=title')
    for (const title of ['Plan 1', 'Plan 2', 'Plan 3']) {
      await page.keyboard.press('j')
      await page.keyboard.press('d')
      await page.locator('td form input[name=due_at]').fill(day)
      await page.keyboard.press('Enter')
      await page.getByText('Saved.').waitFor()
      await expect.poll(() => page.locator('tr.current th').innerText()).toBe(title)
    }
    const due = await sql(world, `select due_at from tasks where title like 'Plan %'`)
    expect(due.map(({ due_at }) => due_at)).toEqual([day, day, day])
    const { click, clicks } = person(page)
    await click('Board')
    await page.getByRole('heading', { name: 'Board', exact: true }).waitFor()
    // The plan of the coming days is one click away from every page.
    expect(await page.getByText(`due ${dayText(day)}`).count()).toBe(3)
    expect(clicks()).toBe(1)
  })

  it('is to say what came of a decision whose review is due, in three clicks', async () => {
    const { id } = await makeDecision(world, { title: 'Grow', review_at: todayIn('UTC') })
    const page = await open('/admin/decisions')
    const { click, clicks } = person(page)
    await click('Done: Grow')
    await page.locator('form.record select[name=outcome]').selectOption('met')
    await click('Record outcome', 'button')
    await page.getByText('Decision judged.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/decisions')
    const [stored] = await sql(world, 'select status, outcome from decisions where id = $1', id)
    expect(stored).toEqual({ status: 'reviewed', outcome: 'met' })
    // The first click opens the list.
    expect(clicks()).toBeLessThanOrEqual(2)
  })
})
