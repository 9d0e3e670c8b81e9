import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld } from '../../../support/world.ts'

let admin: Browser
let manager: Browser
let user: Browser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  manager = await signIn(world, await makePerson(world, 'manager'))
  user = await signIn(world, await makePerson(world, 'user'))
})

/** Returns the groups of one of the two lists of links, and whether each is open. */
async function groupsOf(
  browser: Browser,
  path: string,
  label = 'Sections',
): Promise<Record<string, boolean>> {
  const { body } = await browser.get(path)
  const list = body.slice(body.indexOf(`<nav class="side" aria-label="${label}"`))
  const nav = label === 'Menu' ? body.slice(body.indexOf('aria-label="Menu"')) : list
  const groups = nav
    .slice(0, nav.indexOf('</nav>'))
    .matchAll(/<details class="group"( open)?><summary>(\w+)/g)
  return Object.fromEntries([...groups].map(([, open, name = '']) => [name, open !== undefined]))
}

it('has four groups with names: that of the page is open, and others for which a window has room', async () => {
  expect(await groupsOf(admin, '/admin')).toEqual({
    Overview: true,
    Portfolio: true,
    Operations: false,
    Administration: false,
  })
  expect(await groupsOf(admin, '/admin/bugs')).toEqual({
    Overview: true,
    Portfolio: false,
    Operations: true,
    Administration: true,
  })
  expect(await groupsOf(admin, '/admin/users/new')).toMatchObject({ Overview: true, Administration: true })
})

it('opens only the first group and that of the page in the menu of a phone', async () => {
  const others = { Operations: false, Administration: false }
  expect(await groupsOf(manager, '/admin/competitors', 'Menu')).toEqual({
    Overview: true,
    Portfolio: true,
    ...others,
  })
  expect(await groupsOf(manager, '/admin', 'Menu')).toEqual({ Overview: true, Portfolio: false, ...others })
})

it('has no groups for a user, who sees few pages', async () => {
  expect(await groupsOf(user, '/admin/account')).toEqual({})
  expect((await user.get('/admin/account')).body).not.toContain('<span class="count">')
})

it('counts what waits by one statement on each page', async () => {
  const texts = await statementsOf(() => manager.get('/admin/connections'))
  const counting = texts.filter((text) => /as "changes"/.test(text))
  expect(counting).toHaveLength(1)
  expect(texts.filter((text) => /from proposals as record/.test(text))).toEqual(counting)
})
