import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeRule, makeSignal, makeToken } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
let person: { id: number; name: string }
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE: 'Asia/Tokyo' })
  person = await makePerson(world)
  admin = await signIn(world, person as Awaited<ReturnType<typeof makePerson>>)
  manager = await signIn(world, await makePerson(world, 'manager'))
})

/** The texts of the chips of a page. */
async function chips(path: string, browser = admin): Promise<string[]> {
  const { body } = await browser.get(path)
  return [...body.matchAll(/Remove the filter <\/span>(.*?)<span aria-hidden/g)].map(([, text = '']) => text)
}

it('names the actor, the record and the time of the company in the filters of the activity', async () => {
  const token = await makeToken(world, ['read', 'write'])
  const signal = await makeSignal(world, { title: 'Slow 🐢' })
  await world.send('PATCH', `/api/portfolio/signals/${signal.id}`, { severity: 'low' }, token.headers)
  const { body } = await admin.get('/admin/activity')
  const [, key = ''] = /actor=(portfolio_token%3A\d+)/.exec(body) ?? []
  const [who] = await chips(`/admin/activity?actor=${key}`)
  expect(who).toMatch(/^Who: \S/)
  expect(who).not.toContain('portfolio_token')
  expect(
    await chips(
      `/admin/activity?entity=signal&record_id=${signal.id}&since=2026-11-28T08:52:42.744Z&until=2026-11-29`,
    ),
  ).toEqual(['Record: Signal', 'ID: Slow 🐢', 'Since: 28 Nov 2026, 17:52:42', 'Until: 29 Nov 2026'])
  expect(await chips('/admin/activity?actor=portfolio_token')).toEqual(['Who: Agent token'])
  expect(await chips('/admin/activity?actor=user:999')).toEqual(['Who: user:999'])
  expect(await chips('/admin/activity?actor=Anna')).toEqual(['Who: Anna'])
})

it('does not name a record that the person may not see', async () => {
  const path = `/admin/activity?entity=user&record_id=${person.id}`
  expect(await chips(path)).toEqual(['Record: User', `ID: ${person.name}`])
  expect(await chips(path, manager)).toEqual(['Record: User', `ID: ${person.id}`])
})

it('names the actor, the rule and the record in the filters of proposals', async () => {
  const rule = await makeRule(world, { title: 'Ask first' })
  const signal = await makeSignal(world, { title: 'Fast' })
  const path = `/admin/proposals?actor=env_token:env:1&canon_rule_id=${rule.id}&kind=signal&record_id=${signal.id}`
  expect((await chips(path)).toSorted()).toEqual([
    'Actor: env:1',
    'Canon rule: Ask first',
    'Kind: Signal',
    'Record: Fast',
  ])
})

it('shows a time in the filters of a list as that of the company', async () => {
  expect(await chips('/admin/signals?since=2026-11-28T08:52:42.744Z')).toEqual([
    'Since: 28 Nov 2026, 17:52:42',
  ])
})
