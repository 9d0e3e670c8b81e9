import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/access/actor.ts'
import { revertChange } from '../../../../src/catalog/undo/revert-change.ts'
import { transact } from '../../../../src/database/transaction.ts'
import type { Fault } from '../../../../src/record/fault.ts'
import { makeProduct, root, sql } from '../../../support/makers.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const admin: Actor = {
  by: { type: 'user', id: 1, name: 'Admin' },
  credential: 'user:1',
  person: { id: 1, name: 'Admin', role: 'admin', status: 'active' },
  surface: 'admin',
  request_id: 'revert-request',
}

type Shown = { version?: number | undefined; ticked?: string[] }
/** Reverts a change of a product. Without a version, as from a page that shows the present one. */
const revert = async (historyId: number, { ticked = [], ...shown }: Shown = {}) => {
  const newest = `select max(id)::int as id from history where record_type = 'product' and record_id =
    (select record_id from history where id = $1)`
  const version = 'version' in shown ? shown.version : Number((await sql(world, newest, historyId))[0]?.id)
  const reverted = await transact(world.database.orm, (em) =>
    revertChange(em, admin, historyId, { version, ticked }),
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
const latest = async (id: number) =>
  Number(
    (
      await sql(
        world,
        `select max(id) as id from history where record_type = 'product' and record_id = $1`,
        id,
      )
    )[0]?.id,
  )

describe('reverting a change by the values that a page showed', () => {
  it('reverts a field with the value of the change, whatever happened between, and another only if it is ticked', async () => {
    const { id } = await makeProduct(world, { summary: 'One', next_step: 'Go', health_state: 'good' })
    await patch(`products/${id}`, { summary: 'Two', next_step: 'Wait', health_state: 'bad' })
    const changed = await latest(id)
    await patch(`products/${id}`, { summary: 'Three', next_step: 'Stop', health_state: 'worse' })
    await patch(`products/${id}`, { health_state: 'bad' })
    expect(await revert(changed, { ticked: ['next_step'] })).toEqual({
      next_step: 'Go',
      health_state: 'good',
    })
    const { body } = await world.send('GET', `${root}/products/${id}`)
    expect(body.product).toMatchObject({ summary: 'Three', next_step: 'Go', health_state: 'good' })
    expect(await fault(changed)).toEqual({
      code: 'conflict',
      message: 'Nothing was reverted, because every field was changed again. Tick those to revert.',
      details: { tick: true },
    })
    expect(await revert(changed, { ticked: ['summary', 'slug'] })).toEqual({ summary: 'One' })
    await sql(world, `update products set next_step = 'By SQL' where id = $1`, id)
    expect(await revert(changed, { ticked: ['next_step'] })).toEqual({ next_step: 'Go' })
  })

  it('is rejected if a field of it was changed after the version that was shown, or without that version', async () => {
    const { id } = await makeProduct(world, { summary: 'One', next_step: 'Go' })
    await patch(`products/${id}`, { summary: 'Two' })
    const changed = await latest(id)
    await patch(`products/${id}`, { next_step: 'Wait' })
    const shown = await latest(id)
    await patch(`products/${id}`, { summary: 'Three' })
    for (const version of [undefined, 0, changed, shown, 987_654_321])
      expect(await fault(changed, { version, ticked: ['summary'] }), String(version)).toMatchObject({
        code: 'conflict',
        details: { another_version: true },
      })
    await patch(`products/${id}`, { next_step: 'Stop' })
    const version = (await latest(id)) - 1
    expect(await revert(changed, { version, ticked: ['summary'] })).toEqual({ summary: 'One' })
  })

  it('is done once if two admins request it at the same time', async () => {
    const { id } = await makeProduct(world, { summary: 'One' })
    await patch(`products/${id}`, { summary: 'Two' })
    const changed = await latest(id)
    const codes = await Promise.all([1, 2].map(() => fault(changed, { version: changed })))
    expect(codes.map(({ code }) => code).sort()).toEqual(['conflict', 'reverted'])
  })
})
