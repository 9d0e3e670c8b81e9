import { beforeAll, expect, it } from 'vitest'
import type { AdminPage } from '../../../support/admin.ts'
import { exampleGuards, makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeRule, sql } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  const { id } = await makeRule(made.world)
  address = `/admin/canon-rules/${id}/guard`
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
  expect(text(page)).toMatch(/after\.portfolio_status candidate, next, core/)
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
