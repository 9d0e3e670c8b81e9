import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { hostile } from '../../support/form-fields.ts'
import { makeRule, root, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInBrowser('a decision about a record that was changed after the page was opened', (browser) => {
  let world: World
  let open: OpenPage
  let admin: TestUser
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  it.each([true, false])('is asked again, with JavaScript: %s', async (javaScriptEnabled) => {
    const { id } = await makeRule(world, { title: 'Freeze', body: 'Of the admin' })
    const page = await open(`/admin/canon-rules/${id}`, { javaScriptEnabled })
    await page.context().addInitScript({ content: axe.source })
    await world.send('PATCH', `${root}/canon-rules/${id}`, { title: hostile, body: 'Of an agent' })
    await press(page, 'Approve')
    const changed = page.getByRole('region', { name: 'What has changed' })
    expect(await changed.innerText()).toMatch(/Of the admin\s+Of an agent/)
    if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([])
    await press(page, 'Approve')
    await page.getByText('Canon rule approved.').waitFor()
  })

  // htmx sends the form of the new password.
  it.each([true, false])(
    'is asked again about the form of an action, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { id } = await makePerson(world, 'user')
      const page = await open(`/admin/users/${id}/password`, { javaScriptEnabled })
      await sql(
        world,
        `insert into history (record_type, record_id, event, actor, changes, surface)
      values ('user', $1, 'updated', '{"type": "user", "id": 9, "name": "Boris"}', '{}', 'admin')`,
        id,
      )
      await press(page, 'Set password')
      await page.getByText('Updated by Boris').waitFor()
      await press(page, 'Set password')
      await page.locator('#secret').waitFor()
    },
  )

  it('is accessible where the role of a user or the revert of a change is decided', async () => {
    const { id } = await makePerson(world, 'user')
    const page = await open(`/admin/users/${id}/edit`, {})
    await page.context().addInitScript({ content: axe.source })
    const other = await signIn(world, await makePerson(world))
    expect((await other.confirm(`/admin/users/${id}/edit/status`, { status: 'inactive' })).status).toBe(303)
    await page.getByLabel('Role').selectOption('manager')
    await press(page, 'Save')
    await page.getByRole('region', { name: 'What has changed' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const rule = await makeRule(world, { title: 'One', body: 'One' })
    await world.send('PATCH', `${root}/canon-rules/${rule.id}`, { title: 'Two', body: 'Two' })
    await world.send('PATCH', `${root}/canon-rules/${rule.id}`, { title: 'Three' })
    const [entry] = await sql(
      world,
      `select max(id) - 1 as id from history where record_type = 'canon_rule' and record_id = $1`,
      rule.id,
    )
    await page.goto(`/admin/activity/${entry?.id}/revert`)
    expect(await faultsOf(page)).toEqual([])
    await world.send('PATCH', `${root}/canon-rules/${rule.id}`, { body: 'Three' })
    await press(page, 'Revert')
    await page.getByRole('region', { name: 'What has changed' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Title' }).check()
    await press(page, 'Revert')
    await page.getByText('Change reverted.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('One')
  })
})
