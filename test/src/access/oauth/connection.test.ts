import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { deleteExpiredOAuth } from '../../../../src/access/oauth/connection.ts'
import { OAuthStore } from '../../../../src/access/oauth/store.ts'
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

// Records that a client stores without a person. Each is the oldest of its kind when the last one is stored.
const withoutPerson: [string, () => Promise<unknown>][] = [
  ['Client', () => register(world)],
  ['Interaction', async () => manager.get(authorizeUrl((await register(world)).body.client_id))],
  ['ClientDocument', () => store().saveDocument('https://client.example/new', {})],
]
const store = () => new OAuthStore(world.database.orm, randomBytes(32))

it.each(withoutPerson)('keeps at most 1,000 records of the kind %s, the newest', async (model, add) => {
  const { client_id } = await connectClient(world, manager)
  await add()
  await sql(
    world,
    `insert into oauth_records (model, digest, payload, expires_at, created_at)
     select $1, 'old-' || number, '{}', case when $1 <> 'Client' then now() + interval '1 second' end,
       now() - interval '1 hour' from generate_series(1, 1100) as number`,
    model,
  )
  await Promise.all([add(), add(), add()])
  // One that is stored at the same moment is not counted by the others.
  await add()
  const [row] = await sql(
    world,
    `select count(*) filter (where last_used_at is null)::int as count,
       count(*) filter (where digest not like 'old-%')::int as new from oauth_records where model = $1`,
    model,
  )
  expect(row?.count).toBe(1000)
  expect(row?.new).toBeGreaterThan(0)
  expect((await manager.get(authorizeUrl(client_id))).location).toContain('/admin/connect/')
})

const connected = 'https://client.example/connected'

it('keeps the document of a connected client longer than those of others', async () => {
  const { client_id } = await connectClient(world, manager)
  await sql(
    world,
    `update oauth_records set client_id = $1 where model = 'Grant' and client_id = $2`,
    connected,
    client_id,
  )
  await store().saveDocument(connected, { client_id: connected })
  for (let number = 0; number < 3; number++)
    await store().saveDocument(`https://client.example/${number}`, {})
  await sql(
    world,
    `insert into oauth_records (model, digest, payload, expires_at)
     select 'ClientDocument', 'other-' || number, '{}', now() + interval '1 hour' from generate_series(1, 1100) as number`,
  )
  await store().saveDocument('https://client.example/last', {})
  expect(await count('ClientDocument')).toBe(1000)
  expect(await store().find('ClientDocument', connected)).toEqual({ client_id: connected })
})
