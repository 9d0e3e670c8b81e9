import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { todayIn } from '../../../src/record/time-zone.ts'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeTask, root } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const board = '/admin/tasks/board'

describeInBrowser('work on tasks', (browser) => {
  let world: World
  let admin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    admin = await makePerson(world)
    open = await pageOpener(world, browser, await signIn(world, admin))
  })

  /** Creates a task of an owner with the same name, so that its board and its list show no other. */
  const task = async (title: string, fields: object = {}) =>
    (await makeTask(world, { title, owner: title, ...fields })).id as number
  const stored = async (id: number) => (await world.send('GET', `${root}/tasks/${id}`)).body.task
  const of = (title: string) => `?owner=${encodeURIComponent(title)}`
  const card = (page: Page) => page.locator('[data-card]')
  const columnOfCard = (page: Page) =>
    card(page).evaluate((element) => element.closest<HTMLElement>('[data-column]')?.dataset.column)
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

  describe('a card of the board', () => {
    it('is dragged to another column, and to the blocked ones with the reason', async () => {
      const id = await task('Dragged')
      const page = await open(board + of('Dragged'))
      await card(page).dragTo(page.locator('[data-column=in-progress]'))
      await page.getByText('“Dragged” is in progress.').waitFor()
      expect(await columnOfCard(page)).toBe('in-progress')
      // The link of the card is a part of what is dragged.
      await card(page).getByRole('link').first().dragTo(page.locator('[data-column=blocked]'))
      await expect
        .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
        .toBe('blocked_by')
      expect(await stored(id)).toMatchObject({ status: 'in-progress' })
      await page.keyboard.type('The lawyers')
      await page.keyboard.press('Enter')
      await page.getByText('“Dragged” is blocked.').waitFor()
      expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
      await card(page).dragTo(page.locator('[data-column=done]'))
      await page.getByText('“Dragged” is done.').waitFor()
    })

    it('goes back when its move is refused, and says why', async () => {
      const id = await task('Refused')
      const page = await open(board + of('Refused'))
      await world.send('PATCH', `${root}/tasks/${id}`, { status: 'done' })
      await card(page).dragTo(page.locator('[data-column=in-progress]'))
      await card(page).getByText('changed this to “Done” after you opened the form').waitFor()
      expect(await columnOfCard(page)).toBe('done')
      expect(await stored(id)).toMatchObject({ status: 'done' })
    })

    it('is moved by Shift and an arrow key, keeps the focus, and passes the blocked ones', async () => {
      const id = await task('By key')
      const page = await open(board + of('By key'))
      await page.keyboard.press('j')
      expect(await focused(page)).toBe('By key')
      await page.keyboard.press('Shift+ArrowLeft')
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('“By key” is in progress.').waitFor()
      await expect.poll(() => focused(page)).toBe('By key')
      await page.keyboard.press('Shift+ArrowRight')
      await expect
        .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
        .toBe('blocked_by')
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('“By key” is done.').waitFor()
      expect(await stored(id)).toMatchObject({ status: 'done', blocked_by: null })
    })

    it('shows a reason that was typed before the page was loaded again', async () => {
      await task('Typed')
      const page = await open(board + of('Typed'))
      await page.locator('[data-card] a').first().focus()
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByText('“Typed” is in progress.').waitFor()
      await card(page).dragTo(page.locator('[data-column=blocked]'))
      await page.keyboard.type('The lawyers')
      await page.reload()
      await card(page).getByText('Your unsaved input was restored.').waitFor()
      expect(await card(page).getByLabel('Blocked by').inputValue()).toBe('The lawyers')
    })

    it('is moved by its form without JavaScript', async () => {
      const id = await task('By form')
      const page = await open(board + of('By form'), { javaScriptEnabled: false })
      await card(page).locator('summary').click()
      await page.getByLabel('Status', { exact: true }).last().selectOption('Blocked')
      await page.getByLabel('Blocked by').last().fill('The printer')
      await page.getByRole('button', { name: 'Move “By form”' }).click()
      await page.getByText('“By form” is blocked.').waitFor()
      expect(await stored(id)).toMatchObject({ blocked_by: 'The printer' })
    })
  })

  describe('a row of the list', () => {
    const day = todayIn('UTC', 5)
    const edits = [
      ['s', 'select', 'done', { status: 'done' }],
      ['p', 'select', 'critical', { priority: 'critical' }],
      ['d', 'input', day, { due_at: day }],
      ['o', 'input', 'Somebody else', { owner: 'Somebody else' }],
    ] as const

    it('changes its status, priority, due day and owner by one key each, and stays the current one', async () => {
      const id = await task('In a row')
      await task('In a row too')
      const page = await open('/admin/tasks?q=In+a+row&sort=title')
      await page.keyboard.press('j')
      for (const [key, element, value, expected] of edits) {
        await page.keyboard.press(key)
        const control = page.locator(`td form ${element}[name=${Object.keys(expected)[0]}]`)
        await expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true)
        if (element === 'select') await control.selectOption(value)
        else await control.fill(value)
        await page.keyboard.press('Enter')
        await page.getByText('Saved.').waitFor()
        expect(await stored(id)).toMatchObject(expected)
        await expect.poll(() => page.locator('tr.current th').innerText()).toBe('In a row')
      }
      expect(new URL(page.url()).search).toBe('?q=In+a+row&sort=title')
    })

    it('changes by the pointer and on a page without JavaScript, each with the way back to the list', async () => {
      const id = await task('By pointer')
      const list = `/admin/tasks${of('By pointer')}`
      for (const [javaScriptEnabled, value] of [
        [true, 'high'],
        [false, 'low'],
      ] as const) {
        const page = await open(list, { javaScriptEnabled })
        await page.getByRole('row', { name: 'By pointer' }).hover()
        await page.getByRole('link', { name: 'Change priority: By pointer' }).click()
        await page.locator('form.record select').selectOption(value)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved.').waitFor()
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list)
        expect(await stored(id)).toMatchObject({ priority: value })
      }
    })

    it('does nothing by these keys once they are switched off', async () => {
      await task('Off')
      const page = await open(`/admin/tasks${of('Off')}`, {})
      const cookies = [{ name: 'character-keys', value: 'off', url: page.url() }]
      await page.context().addCookies(cookies)
      await page.reload()
      await page.locator('tbody th a').focus()
      expect(await page.locator('tr.current').count()).toBe(1)
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      for (const key of ['s', 'p', 'd', 'o']) await page.keyboard.press(key)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/tasks\/\d+$/)
      expect(requests.filter((url) => url.includes('/edit/'))).toEqual([])
    })
  })

  it('is accessible on the board and in a row, on a phone and a desktop, in light and dark', async () => {
    await task('Accessible', { due_at: todayIn('UTC', -2), blocked_by: 'A reason' })
    const page = await open('about:blank', {})
    await page.addInitScript({ content: axe.source })
    await page.goto(board + of('Accessible'))
    await card(page).locator('summary').click()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`/admin/tasks${of('Accessible')}`)
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.locator('td form').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/admin/my-day')
    expect(await faultsOf(page)).toEqual([])
  })
})
