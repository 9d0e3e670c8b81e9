import { beforeAll, expect, it } from 'vitest'
import type { Role } from '../../../src/access/person.ts'
import { transact } from '../../../src/database/transaction.ts'
import { listUserTokens, revokeUserToken, UserTokenQuery } from '../../../src/people/user-token.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { sql } from '../../support/makers.ts'
import { makeWebUser, type WebUser } from '../../support/sessions.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: WebUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makeWebUser(world, 'admin')
})

const list = async (
  query: object = {},
  person: { id: number; role: Role } = { id: admin.id, role: 'admin' },
) => {
  const { rows } = await listUserTokens(world.database.read, UserTokenQuery.parse(query), person)
  return rows.map(({ id, state, user }) => [id, state, user.email])
}
const revoke = ({ actor }: WebUser, id: number) =>
  transact(world.database.orm, (em) => revokeUserToken(em, actor, id)).then(() => 'no fault', toFault)

it('lists the operations tokens of all users for an admin, and for others their own', async () => {
  const [anna, boris] = [await makeWebUser(world), await makeWebUser(world)]
  await sql(world, 'update tokens set expires_at = now() where id = $1', boris.token_id)
  const [annas, boriss] = [
    [anna.token_id, 'active', anna.email],
    [boris.token_id, 'expired', boris.email],
  ]
  expect((await list()).slice(0, 2)).toEqual([boriss, annas])
  expect(await list({ user_id: anna.id })).toEqual([annas])
  expect(await list({ search: boris.name })).toEqual([boriss])
  expect(await list({ state: 'expired' })).toEqual([boriss])
  expect(await list({ search: anna.email, state: 'revoked' })).toEqual([])
  expect(await list({ user_id: anna.id }, { id: boris.id, role: 'manager' })).toEqual([boriss])
})

it('lets only an admin revoke the token of another user, once and with history', async () => {
  const [anna, boris] = [await makeWebUser(world), await makeWebUser(world)]
  expect(await revoke(boris, anna.token_id)).toMatchObject({ code: 'not_found' })
  expect((await anna.send('GET', '/auth/tokens')).status).toBe(200)
  expect(await revoke(admin, anna.token_id)).toBe('no fault')
  expect((await anna.send('GET', '/auth/tokens')).status).toBe(401)
  expect(await revoke(admin, anna.token_id)).toMatchObject({ code: 'not_found' })
  expect(await list({ user_id: anna.id })).toEqual([[anna.token_id, 'revoked', anna.email]])
  const entries = `select actor, surface from history where record_type = 'token' and record_id = $1`
  expect(await sql(world, entries, anna.token_id)).toEqual([{ actor: admin.actor.by, surface: 'admin' }])
})

it('lets an inactive admin revoke only their own token', async () => {
  const anna = await makeWebUser(world)
  const { actor, token_id } = await makeWebUser(world, 'admin')
  const inactive = {
    ...admin,
    actor: { ...actor, person: { ...actor.person, status: 'inactive' } },
  } as WebUser
  expect(await revoke(inactive, anna.token_id)).toMatchObject({ code: 'not_found' })
  expect(await revoke(inactive, token_id)).toBe('no fault')
})
