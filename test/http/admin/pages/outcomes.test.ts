import { beforeAll, expect, it } from 'vitest'
import { daysAfter } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeExpecting } from '../../../support/due-verdicts.ts'
import { copyNewest, makeDecision, root } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const yesterday = daysAfter(todayIn(TIME_ZONE), -1)
const page = '/admin/outcomes'

let world: World
let anna: TestUser
let admin: Browser
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  anna = await makePerson(world, 'manager')
  admin = await signIn(world, await makePerson(world, 'admin'))
})

const judge = async (outcome: string, fields: object) => {
  const { id } = await makeDecision(world, { ...fields })
  expect((await world.send('PATCH', `${root}/decisions/${id}`, { outcome })).status).toBe(200)
}
const textOf = (body: string) =>
  body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const rowsOf = (body: string, id: string) => {
  const [, section = ''] = new RegExp(`aria-labelledby="${id}"([\\s\\S]*?)</section>`).exec(body) ?? []
  return [...section.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].slice(1).map(([, row = '']) => textOf(row))
}

it('says what to do while nothing was judged and no verdict is due', async () => {
  await makeDecision(world, { owner: anna.name })
  const { status, body } = await admin.get(page)
  expect(status).toBe(200)
  expect(textOf(body)).toContain(
    'No decision was judged yet, and no verdict is due. Say in a decision what you expect',
  )
  expect(body).not.toContain('<table')
})

it('counts by type and by owner, a user once under every spelling, with a bar, and a share from 20 on', async () => {
  await judge('met', { owner: anna.name, decision_type: 'scale' })
  await judge('not-met', { owner: anna.email, decision_type: 'freeze' })
  await makeExpecting(world, [yesterday], { owner: anna.name.toUpperCase(), decision_type: 'freeze' })
  await makeExpecting(world, [todayIn(TIME_ZONE)], { owner: 'Not due' })
  await judge('unclear', { owner: '<b>Boris</b> 🧭', decision_type: 'scale' })
  const { body } = await admin.get(page)
  // Type or owner, judged, met, partly, not met, unclear, share, due.
  expect(rowsOf(body, 'type')).toEqual(['Freeze 1 0 0 1 0 – 1', 'Scale 2 1 0 0 1 – 0'])
  expect(rowsOf(body, 'owner')).toEqual([`${anna.name} 2 1 0 1 0 – 1`, '&lt;b>Boris&lt;/b> 🧭 1 0 0 0 1 – 0'])
  expect(body.match(/<svg class="share"/g)).toHaveLength(4)
  await copyNewest(world, 'decisions', 18)
  const after = await admin.get(page)
  expect(rowsOf(after.body, 'type')[0]).toBe('Scale 20 1 0 0 19 5 0')
})

it('links each number to a list with exactly as many rows', async () => {
  const { body } = await admin.get(page)
  const links = [...body.matchAll(/<a href="(\/admin\/decisions\?[^"]+)">(\d+)<\/a>/g)]
  expect(links).toHaveLength(4 * 6)
  for (const [, href = '', count = ''] of links) {
    const list = (await admin.get(href.replaceAll('&amp;', '&'))).body
    const [, rows = ''] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(list) ?? []
    expect((rows.match(/<tr/g) ?? []).length, href).toBe(Number(count))
  }
})

it('is read by as many statements for twenty decisions as for none, and is in the navigation', async () => {
  expect((await statementsOf(() => admin.get(page))).length).toBeLessThanOrEqual(8)
  expect((await admin.get('/admin')).body).toContain(`<a href="${page}">Outcomes</a>`)
})

it('is for admins and managers, not for users or without a session', async () => {
  expect((await (await signIn(world, anna)).get(page)).status).toBe(200)
  const user = await signIn(world, await makePerson(world, 'user'))
  expect((await user.get(page)).status).toBe(403)
  expect((await user.get('/admin/account')).body).not.toContain(page)
  const answer = await world.app.inject({ url: page })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/admin/login?next=%2Fadmin%2Foutcomes'])
})
