import { beforeAll, expect, it } from 'vitest'
import { deleteExpiredOAuth } from '../../../../src/access/oauth/connection.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import {
  authorizeUrl,
  callMcp,
  connectClient,
  makeOAuthWorld,
  register,
  sendForm,
} from '../../../support/oauth.ts'
import { makePerson } from '../../../support/people.ts'
import type { World } from '../../../support/world.ts'

let world: World
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

const clean = () => transact(world.database.orm, deleteExpiredOAuth)
const age = (where: string, interval: string) =>
  sql(world, `update oauth_records set created_at = created_at - $1::interval where ${where}`, interval)
const expire = (models: string) =>
  sql(world, `update oauth_records set expires_at = now() where model = any ($1::text[])`, models)
const count = async (model: string) => {
  const [row] = await sql(world, 'select count(*)::int as count from oauth_records where model = $1', model)
  return row?.count
}

it('deletes the clients that were never connected, after a day', async () => {
  const { client_id } = await connectClient(world, manager)
  await register(world)
  await age(`model = 'Client'`, '23 hours')
  await clean()
  expect(await count('Client')).toBe(2)
  await age(`model = 'Client'`, '2 hours')
  await clean()
  expect(await count('Client')).toBe(1)
  expect((await manager.get(authorizeUrl(client_id))).location).toContain('/admin/connect/')
})

it('rejects tokens that have expired, and deletes them with the connection', async () => {
  const { client_id, access_token, refresh_token } = await connectClient(world, manager)
  const refresh = { grant_type: 'refresh_token', client_id, refresh_token }
  await expire('{AccessToken}')
  expect((await callMcp(world, access_token)).statusCode).toBe(401)
  await clean()
  expect(await count('AccessToken')).toBe(0)
  expect(await count('Grant')).toBeGreaterThan(0)
  await expire('{RefreshToken,AuthorizationCode}')
  expect((await sendForm(world, '/oauth/token', refresh)).body.error).toBe('invalid_grant')
  await age(`model = 'Grant'`, '2 hours')
  await clean()
  expect([await count('RefreshToken'), await count('Grant')]).toEqual([0, 0])
  expect((await manager.get('/admin/connections')).body).toContain('No agent is connected.')
})

it('gives an access token an hour, a refresh token 30 days, and keeps the keys of the server', async () => {
  await connectClient(world, manager)
  const rows = await sql(
    world,
    `select model, round(extract(epoch from expires_at - now()) / 3600) as hours from oauth_records
     where model in ('AccessToken', 'RefreshToken', 'Keys') order by model`,
  )
  expect(rows.map(({ model, hours }) => [model, hours === null ? null : Number(hours)])).toEqual([
    ['AccessToken', 1],
    ['Keys', null],
    ['RefreshToken', 720],
  ])
})
