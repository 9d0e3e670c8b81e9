import { beforeAll, expect, it } from 'vitest'
import type { AdminPage } from '../../../support/admin.ts'
import { exampleGuards, makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeRule, makeSignal, sql } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  const { id } = await makeRule(made.world)
  address = `/admin/canon-rules/${id}/guard`
  for (let number = 1; number <= 25; number++)
    await makeSignal(made.world, { title: `Signal ${number}`, severity: number === 1 ? 'critical' : 'low' })
})

const text = ({ body }: AdminPage) => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const send = async (fields: Record<string, string>) => {
  await made.admin.get(address)
  return made.admin.post(address, fields)
}
const stored = () => sql(made.world, 'select guard_when, guard_effect, guard_message from canon_rules')

it('has the controls, the names with their values, and examples that fill the form', async () => {
  const page = await made.admin.get(address)
  for (const name of ['guard_when', 'guard_effect', 'guard_message'])
    expect(page.body).toContain(` name="${name}"`)
  expect(text(page)).toContain('portfolio_status : candidate, next, core')
  const links = [...page.body.matchAll(/href="([^"]+\/guard\?[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  expect(links).toHaveLength(3)
  const filled = await made.admin.get(links[0] as string)
  expect(filled.body.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toContain(exampleGuards.frozen)
})

it('shows a fault at its control with the position, and keeps the expression', async () => {
  const page = await send({ guard_when: "after.severity == 'low' && wrong", guard_effect: 'warn' })
  expect(page.status).toBe(422)
  expect(text(page)).toMatch(/Unknown name &quot;wrong&quot;.*\(column 28\)\./)
  expect(page.body).toContain("after.severity == 'low' &amp;&amp; wrong")
  expect(await send({ guard_when: 'true' })).toMatchObject({ status: 422 })
  expect(await send({ guard_when: 'x'.repeat(1001), guard_effect: 'warn' })).toMatchObject({ status: 422 })
  expect(await stored()).toEqual([{ guard_when: null, guard_effect: null, guard_message: null }])
})

it('tries the expression on the stored records before it is saved, and lists the first 20', async () => {
  const one = await send({ guard_when: "after.severity == 'critical'", guard_effect: 'warn', test: '1' })
  expect(one.status).toBe(200)
  expect(text(one)).toContain('signal Signal 1 ')
  expect(text(one)).not.toContain('Signal 2 ')
  const many = await send({
    guard_when: "write.action == 'change' && after == before && write.kind == 'signal'",
    guard_effect: 'warn',
    test: '1',
  })
  expect(text(many)).toContain('The first 20 records')
  expect(text(many).match(/signal Signal \d+/g)).toHaveLength(20)
  const failing = await send({ guard_when: 'after.severity < 3', guard_effect: 'warn', test: '1' })
  expect(text(failing)).toContain('the condition fails: no such overload')
  expect(text(await send({ guard_when: 'false', guard_effect: 'warn', test: '1' }))).toContain(
    'No record meets',
  )
  for (const guard_when of [
    "write.action == 'create'",
    "write.actor == 'agent'",
    'before.severity != after.severity',
  ])
    expect(text(await send({ guard_when, guard_effect: 'warn', test: '1' }))).toContain(
      'The test cannot try conditions about new records, about agents, or about a change from one value to another.',
    )
  expect(await stored()).toEqual([{ guard_when: null, guard_effect: null, guard_message: null }])
})

it('is saved and removed by an admin alone, and shown on the page of the rule', async () => {
  const guard = { guard_when: "after.severity == 'low'", guard_effect: 'warn', guard_message: 'Look again.' }
  await made.manager.get('/admin')
  expect((await made.manager.get(address)).status).toBe(403)
  expect((await made.manager.post(address, guard)).status).toBe(403)
  expect(await send(guard)).toMatchObject({ status: 303, location: address.replace('/guard', '') })
  expect(await stored()).toEqual([guard])
  expect(text(await made.manager.get(address.replace('/guard', '')))).toContain("after.severity == 'low'")
  expect(await send({ guard_when: '', guard_effect: 'warn', guard_message: 'Look again.' })).toMatchObject({
    status: 303,
  })
  expect(await stored()).toEqual([{ guard_when: null, guard_effect: null, guard_message: null }])
})
