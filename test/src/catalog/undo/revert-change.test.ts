import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/access/actor.ts'
import type { Role, UserStatus } from '../../../../src/access/person.ts'
import { revertChange, revertedValues } from '../../../../src/catalog/undo/revert-change.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { changeProduct } from '../../../../src/portfolio/product/writes.ts'
import type { Fault } from '../../../../src/record/fault.ts'
import { makeDecision, makeProduct, makeRule, makeSignal, root, sql } from '../../../support/makers.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let actor: Actor
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  actor = actorOf(admin, 'admin')
})

const actorOf = ({ id, name }: TestUser, role: Role, status: UserStatus = 'active'): Actor => ({
  by: { type: 'user', id, name },
  credential: `user:${id}`,
  person: { id, name, role, status },
  surface: 'admin',
  request_id: 'revert-request',
})

type Shown = { by?: Actor; version?: number | undefined; ticked?: string[] }
// Without a version, as from a page that shows the present one.
const revert = async (historyId: number, { by = actor, ticked = [], ...shown }: Shown = {}) => {
  const newest = `select max(id)::int as id from history where (record_type, record_id) =
    (select record_type, record_id from history where id = $1)`
  const version = 'version' in shown ? shown.version : Number((await sql(world, newest, historyId))[0]?.id)
  const reverted = await transact(world.database.orm, (em) =>
    revertChange(em, by, historyId, { version, ticked }),
  )
  return reverted.values
}
const fault = (historyId: number, shown?: Shown) =>
  revert(historyId, shown).then(
    () => ({ code: 'reverted' }),
    ({ code, message, details }: Fault) => ({ code, message, details }),
  )
const patch = async (path: string, fields: object) =>
  expect((await world.send('PATCH', `${root}/${path}`, fields)).status).toBe(200)
const historyOf = (type: string, id: number) =>
  sql(
    world,
    `select id::int, event, actor, changes, surface, request_id from history
    where record_type = $1 and record_id = $2 order by id`,
    type,
    id,
  )
const latest = async (type: string, id: number) => Number((await historyOf(type, id)).at(-1)!.id)

describe('reverting a change', () => {
  it('writes the previous values back as a new change', async () => {
    const { id } = await makeProduct(world, { summary: 'One', next_step: 'Go' })
    await patch(`products/${id}`, { summary: 'Two', next_step: null, direction_slug: 'fitness' })
    const changed = await latest('product', id)
    await patch(`products/${id}`, { health_state: 'stable' })
    expect(await revert(changed)).toEqual({ summary: 'One', next_step: 'Go', direction_id: 1 })
    const { body } = await world.send('GET', `${root}/products/${id}`)
    expect(body.product).toMatchObject({
      summary: 'One',
      next_step: 'Go',
      direction_slug: 'utilities',
      health_state: 'stable',
    })
    expect((await historyOf('product', id)).at(-1)).toMatchObject({
      event: 'updated',
      actor: { type: 'user', id: admin.id },
      surface: 'admin',
      request_id: 'revert-request',
      changes: { summary: { from: 'Two', to: 'One' } },
    })
  })

  it('can itself be reverted', async () => {
    const { id } = await makeDecision(world, { title: 'One' })
    await patch(`decisions/${id}`, { title: 'Two', review_at: '2098-01-01' })
    await revert(await latest('decision', id))
    await revert(await latest('decision', id))
    const { body } = await world.send('GET', `${root}/decisions/${id}`)
    expect(body.decision).toMatchObject({ title: 'Two', review_at: '2098-01-01' })
  })

  it('derives the fields of the server from the others', async () => {
    const { id } = await makeSignal(world)
    await patch(`signals/${id}`, { status: 'resolved' })
    expect(await revert(await latest('signal', id))).toEqual({ status: 'open' })
    const { body } = await world.send('GET', `${root}/signals/${id}`)
    expect(body.signal).toMatchObject({ status: 'open', resolved_at: null })
  })

  it('is rejected for a creation, a deletion and an approval', async () => {
    const company = await makeCompany(admin)
    const created = await latest('company', company.id)
    expect(await fault(created)).toMatchObject({
      code: 'conflict',
      message: 'Only changed fields can be reverted. This entry is "created".',
    })
    await admin.send('PATCH', `/companies/${company.id}`, { description: 'Important' })
    const changed = await latest('company', company.id)
    await admin.send('DELETE', `/companies/${company.id}`)
    expect((await fault(await latest('company', company.id))).code).toBe('conflict')
    expect((await fault(changed)).code).toBe('not_found')
    const rule = await makeRule(world)
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
      values ('canon_rule', $1, 'updated', '{}', '{"approved_by": {"from": null, "to": {}}}', 'admin')`,
      rule.id,
    )
    expect(await fault(await latest('canon_rule', rule.id))).toMatchObject({
      code: 'conflict',
      message: 'This change cannot be reverted. It set no field that a user may set.',
    })
  })

  it('has values only for an entry that can be reverted', () => {
    const changes = { status: { from: 'open', to: 'done' }, done_at: { from: null, to: 'now' } }
    const entry = { record_type: 'task', event: 'status_changed', changes }
    expect(revertedValues(entry)).toEqual({ status: 'open' })
    for (const event of ['created', 'deleted', 'note_added'])
      expect(revertedValues({ ...entry, event })).toEqual({})
    expect(revertedValues({ ...entry, record_type: 'token' })).toEqual({})
  })

  it('is only for active admins, and for active managers if they made the change', async () => {
    const { id } = await makeProduct(world)
    await patch(`products/${id}`, { summary: 'Two' })
    const ofAgent = await latest('product', id)
    const person = await makePerson(world, 'manager')
    const manager = actorOf(person, 'manager')
    const input = { next_step: 'Go' }
    await transact(world.database.orm, (em) =>
      changeProduct(em, manager, { id }, input, async () => undefined),
    )
    const own = await latest('product', id)
    const token: Actor = { ...manager, by: { ...manager.by, type: 'portfolio_token' }, person: null }
    const denied: [number, Actor][] = [
      [ofAgent, manager],
      [ofAgent, actorOf(admin, 'admin', 'inactive')],
      [own, actorOf(person, 'manager', 'inactive')],
      [own, actorOf(person, 'user')],
      [own, token],
    ]
    for (const [entry, by] of denied) expect((await fault(entry, { by })).code).toBe('policy_denied')
    expect((await fault(own, { by: manager })).code).toBe('reverted')
    expect((await fault(ofAgent)).code).toBe('reverted')
    expect((await fault(987_654_321)).code).toBe('not_found')
  })
})
