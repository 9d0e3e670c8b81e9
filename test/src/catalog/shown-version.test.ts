import { beforeAll, expect, it, vi } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { transact } from '../../../src/database/transaction.ts'
import { change } from '../../../src/journal/save.ts'
import { canonRules } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { lockRecord } from '../../../src/record/lock-record.ts'
import { type Browser, formFields, signIn } from '../../support/admin.ts'
import { makeRule, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

const boris: Actor = {
  by: { type: 'user', id: 900, name: 'Boris' },
  credential: 'user:900',
  person: { id: 900, name: 'Boris', role: 'admin', status: 'active' },
  surface: 'http',
  request_id: null,
}

it.each(['approve', 'edit'])(
  'the version is compared after a change that was not yet committed: %s',
  async (action) => {
    const { id } = await makeRule(world, { title: 'Shown' })
    const address = `/admin/canon-rules/${id}`
    const opened = await admin.get(action === 'edit' ? `${address}/edit` : address)
    const fields = action === 'edit' ? { ...formFields(opened), title: 'By the admin' } : {}
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: begin } = Promise.withResolvers<void>()
    const changing = transact(world.app.orm, async (em) => {
      const rule = await lockRecord(em, canonRules, { id })
      change(em, boris, rule, { title: 'By Boris' })
      await em.flush()
      begin()
      await isOver
    })
    await isLocked
    const answer = admin.post(`${address}/${action}`, fields)
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%from "canon_rules"%for update%'`
    await vi.waitUntil(async () => (await sql(world, waiting)).length > 0, { timeout: 10_000 })
    end()
    await changing
    const { status, body } = await answer
    expect(status).toBe(409)
    expect(body).toContain('By Boris')
    const [rule] = await sql(world, 'select title, approved_by from canon_rules where id = $1', id)
    expect(rule).toEqual({ title: 'By Boris', approved_by: null })
  },
)

it('a sign-in does not count as a change of the user', async () => {
  const anna = await makePerson(world)
  const fields = formFields(await admin.get(`/admin/users/${anna.id}/edit`))
  await signIn(world, anna)
  expect((await admin.post(`/admin/users/${anna.id}/edit`, { ...fields, role: 'manager' })).status).toBe(303)
})
