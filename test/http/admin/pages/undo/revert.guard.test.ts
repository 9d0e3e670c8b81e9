import { expect, it } from 'vitest'
import { makeGuardedWorld } from '../../../../support/guarded-world.ts'
import { makeSignal, sql } from '../../../../support/makers.ts'

it('makes the revert of a manager that a guard holds a proposal, and lets an admin revert', async () => {
  const { world, admin, manager, guardedRule } = await makeGuardedWorld()
  const { id } = await makeSignal(world, { severity: 'low' })
  const page = `/admin/signals/${id}`
  await manager.get(`${page}/edit`)
  expect((await manager.post(`${page}/edit`, { severity: 'critical' })).status).toBe(303)
  const { title } = await guardedRule({ guard_when: "write.kind == 'signal'", guard_effect: 'propose' })
  const [change] = await sql(world, `select max(id)::int as id from history where record_type = 'signal'`)
  const revert = `/admin/activity/${change?.id}/revert`
  const severity = async () =>
    (await sql(world, 'select severity from signals where id = $1', id))[0]?.severity

  const held = await manager.confirm(revert)
  expect(held).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/admin\/proposals\/\d+$/),
  })
  expect((await admin.get(held.location ?? '')).body).toContain(title)
  expect(await severity()).toBe('critical')
  expect((await admin.confirm(revert)).status).toBe(303)
  expect(await severity()).toBe('low')
})
