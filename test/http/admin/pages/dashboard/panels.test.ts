import { expect, it } from 'vitest'
import { signIn } from '../../../../support/admin.ts'
import { makeCompany, makeStrategy } from '../../../../support/operations.ts'
import { makePerson } from '../../../../support/people.ts'
import { makeWorld } from '../../../../support/world.ts'

const maxItems = 10

it('the focus says where more may be once it has its maximum of items', async () => {
  const world = await makeWorld()
  const admin = await makePerson(world)
  const browser = await signIn(world, admin)
  await makeCompany(admin)
  const add = (name: string) =>
    makeStrategy(admin, { name, status: 'active', starts_on: '2025-01-01', ends_on: '2025-02-01' })
  const focus = async () =>
    /<section class="panel" aria-labelledby="focus">[\s\S]*?<\/section>/.exec(
      (await browser.get('/admin')).body,
    )?.[0] ?? ''
  for (let count = 1; count < maxItems; count += 1) await add(`Strategy ${count}`)
  expect(await focus()).not.toContain('Only the first')
  await add('The last strategy')
  const panel = await focus()
  expect(panel.match(/<li>/g)).toHaveLength(maxItems)
  expect(panel).toContain('Only the first 10 items are shown.')
  expect(panel).toMatch(/in <a [^>]*>active strategies<\/a> and <a/)
  const links = [...panel.matchAll(/<a href="([^"]*\?[^"]*)"/g)].map(([, href = '']) => href)
  expect(links).toHaveLength(2)
  for (const href of links) expect((await browser.get(href.replaceAll('&amp;', '&'))).status).toBe(200)
})
