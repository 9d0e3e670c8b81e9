import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeNamed, newTask } from '../../support/notes.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('a note with an @', (browser) => {
  let world: World
  let twin: TestUser
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    for (const name of ['Maria Nowak', 'Maria Lis', 'Jan Twin']) await makeNamed(world, name)
    await makeNamed(world, 'Maria Away', { status: 'blocked' })
    twin = await makeNamed(world, 'Jan Twin')
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
  })

  async function typeNote(text: string, options?: Parameters<OpenPage>[1]): Promise<Page> {
    const page = await open(await newTask(world, 'Ship'), options)
    await noteIn(page).click()
    await page.keyboard.type(text)
    return page
  }

  const noteIn = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })
  const textOf = (page: Page) => noteIn(page).inputValue()
  const optionsOf = (page: Page) => page.getByRole('option').allTextContents()
  const active = (page: Page) => page.getByRole('option', { selected: true }).textContent()

  it('suggests users by keyboard, keeps the draft, and is stored with its links once', async () => {
    const page = await typeNote('Ask @mari')
    await expect.poll(() => optionsOf(page)).toEqual(['Maria Lis Manager', 'Maria Nowak Manager'])
    expect(await active(page)).toBe('Maria Lis Manager')
    await page.keyboard.press('ArrowDown')
    expect(await active(page)).toBe('Maria Nowak Manager')
    await page.keyboard.press('Enter')
    expect(await textOf(page)).toBe('Ask @Maria Nowak ')
    await page.keyboard.type('and @jan')
    await expect.poll(() => optionsOf(page)).toHaveLength(2)
    await page.getByRole('option', { name: twin.email }).click()
    expect(await textOf(page)).toBe(`Ask @Maria Nowak and @${twin.email} `)
    await page.reload()
    expect(await textOf(page)).toBe(`Ask @Maria Nowak and @${twin.email} `)
    await page.getByRole('button', { name: 'Add note' }).dblclick()
    await page.getByText('Note added.').waitFor()
    expect(await page.getByRole('link', { name: '@Maria Nowak' }).count()).toBe(1)
    expect(await page.getByRole('link', { name: `@${twin.email}` }).count()).toBe(1)
  })

  it('closes the suggestions by Escape, and then Enter begins a line', async () => {
    const page = await typeNote('@mari')
    await expect.poll(() => optionsOf(page)).toHaveLength(2)
    await page.keyboard.press('Escape')
    expect(await optionsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await textOf(page)).toBe('@mari\n')
  })

  it('suggests no user after a complete name, and none inside an email', async () => {
    const page = await typeNote('@Maria Nowak')
    await expect.poll(() => optionsOf(page)).toHaveLength(1)
    const answer = page.waitForResponse(/suggestions\/readers/)
    await page.keyboard.type(' ')
    await answer
    await page.keyboard.press('Enter')
    await page.keyboard.type('me@mari')
    await page.keyboard.press('Enter')
    expect(await textOf(page)).toBe('@Maria Nowak \nme@mari\n')
  })

  it('has suggestions in which axe finds nothing, on a phone and on a screen, in light and dark', async () => {
    const page = await typeNote('@mari')
    await expect.poll(() => optionsOf(page)).toHaveLength(2)
    await page.evaluate(axe.source)
    expect(await faultsOf(page)).toEqual([])
  })

  it('mentions a user without JavaScript', async () => {
    const page = await typeNote('@maria lis', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Add note' }).click()
    expect(await page.getByRole('link', { name: '@maria lis' }).count()).toBe(1)
  })
})
