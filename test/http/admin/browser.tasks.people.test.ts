import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeProduct, makeTask, root, sql } from '../../support/makers.ts'
import { makeNotificationWorld } from '../../support/notifications.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { person } from '../../support/steps.ts'
import type { World } from '../../support/world.ts'

describeInBrowser('from the dashboard, an admin', (browser) => {
  let world: World
  let admin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeNotificationWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
    await makeProduct(world, { name: 'Torch' })
  })

  const side = (page: Page) => page.locator('nav.side')

  it('invites a person', async () => {
    const page = await open('/admin')
    const { click, unfold, choose, steps } = person(page)
    await unfold('Administration')
    await click('Users', 'link', side(page))
    await click('New user')
    await page.locator('[name=name]').fill('Vera')
    await page.locator('[name=email]').fill('vera@ops.test')
    await choose('[name=role]', 'manager')
    await click('Create', 'button')
    await page.getByText('/admin/invitation/').first().waitFor()
    expect(await steps()).toEqual({ clicks: 5, loads: 3 })
  })

  it('blocks a person who leaves, and says who takes over what he owns', async () => {
    const leaver = await makePerson(world, 'manager')
    await makeTask(world, { title: 'Of the leaver', owner: leaver.email })
    await makeDecision(world, { title: 'Of the leaver', owner: leaver.name })
    const { id } = leaver
    const page = await open('/admin/users')
    const { click, steps } = person(page)
    await click(leaver.name)
    await page.getByRole('link', { name: 'Tasks: 1' }).waitFor()
    await click('Block')
    await page.getByLabel('Successor').fill(admin.name)
    await click('Block', 'button')
    await page.getByText('User blocked').waitFor()
    expect(await sql(world, 'select status from users where id = $1', id)).toEqual([{ status: 'blocked' }])
    expect(await sql(world, `select owner from tasks where title = 'Of the leaver'`)).toEqual([
      { owner: admin.name },
    ])
    expect(await steps()).toEqual({ clicks: 3, loads: 2 })
  })

  it('finds a record by half of its name, and tells equal titles apart', async () => {
    for (const status of ['open', 'done'])
      await makeTask(world, { title: 'Translate the store page', product_slug: 'torch', status })
    const page = await open('/admin')
    const { press, steps } = person(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('transl')
    const found = page.locator('#quick').getByRole('link', { name: /Translate the store page/ })
    await found.nth(1).waitFor()
    const texts = await found.allInnerTexts()
    expect(new Set(texts).size).toBe(2)
    await page.keyboard.press('ArrowDown')
    await press('Enter')
    await page.getByRole('heading', { name: 'Translate the store page' }).waitFor()
    expect(await steps()).toEqual({ clicks: 1, loads: 1 })
  })

  it('gives a task to a person where it stands', async () => {
    const owner = await makePerson(world, 'manager')
    const { id } = await makeTask(world, { title: 'Draw the icon', product_slug: 'torch' })
    const page = await open('/admin/tasks')
    const { click, steps } = person(page)
    await click('Draw the icon')
    await click('Edit owner')
    await page.locator('[name=owner]').fill(owner.email)
    await page.locator('[name=owner]').press('Enter')
    await page.getByText('Saved.').waitFor()
    expect((await world.send('GET', `${root}/tasks/${id}`)).body.task.owner_user).toMatchObject({
      id: owner.id,
    })
    expect(await steps()).toEqual({ clicks: 2, loads: 2 })
  })

  it('is told of critical signals in a chat, and has them sent to a program', async () => {
    const page = await open('/admin')
    const { click, choose, unfold, steps } = person(page)
    await unfold('Administration')
    await click('Notifications', 'link', side(page))
    const channel = page.getByRole('region', { name: 'New channel' })
    await choose('[name=kind]', 'telegram')
    await channel.locator('[name=bot_token]').fill('1:secret')
    await channel.locator('[name=chat_id]').fill('-100')
    await click('Create', 'button', channel)
    await page.getByText('Channel created').waitFor()
    const webhook = page.getByRole('region', { name: 'New webhook' })
    await webhook.locator('[name=url]').fill('https://hooks.example.com/signals')
    await click('signal.created', 'checkbox', webhook)
    await click('Create', 'button', webhook)
    await page.getByText('whsec_').first().waitFor()
    expect(await steps()).toEqual({ clicks: 6, loads: 3 })
    const hour = async () => (await sql(world, 'select hour from channels'))[0]?.hour
    await page.goto('/admin/notifications')
    const before = await steps()
    await click(/^Telegram/)
    await click('Edit')
    await page.locator('[name=hour]').fill('7')
    await click('Save', 'button')
    await expect.poll(hour).toBe(7)
    expect((await steps()).clicks - before.clicks).toBe(3)
  })
})
