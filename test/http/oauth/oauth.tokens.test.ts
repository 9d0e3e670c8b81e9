import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { makeLoggedWorld } from '../../support/logged-world.ts'
import { sql } from '../../support/makers.ts'
import {
  authorizeUrl,
  callMcp,
  connectClient,
  decide,
  exchange,
  makeOAuthWorld,
  openConsent,
  publicUrl,
  register,
  sendForm,
} from '../../support/oauth.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
let managerUser: TestUser

beforeAll(async () => {
  world = await makeOAuthWorld()
  managerUser = await makePerson(world, 'manager')
  admin = await signIn(world, await makePerson(world, 'admin'))
  manager = await signIn(world, managerUser)
})

async function refresh(client_id: string, refresh_token: string) {
  return sendForm(world, '/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token })
}

describe('tokens', () => {
  it('let one of several uses of a code at once succeed, and a replay ends the connection', async () => {
    const { body: client } = await register(world)
    const { path } = await openConsent(manager, authorizeUrl(client.client_id))
    const code = (await decide(manager, path, 'allow')).get('code') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => exchange(world, client.client_id, code)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const again = await connectClient(world, manager)
    expect((await exchange(world, again.client_id, again.code)).body.error).toBe('invalid_grant')
    expect((await callMcp(world, again.access_token)).statusCode).toBe(401)
  })

  it('are rotated, and the reuse of a refresh token ends the connection', async () => {
    const { client_id, refresh_token, access_token } = await connectClient(world, manager)
    const { status, body } = await refresh(client_id, refresh_token)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(refresh_token)
    expect((await callMcp(world, body.access_token)).statusCode).toBe(200)
    expect((await refresh(client_id, refresh_token)).body.error).toBe('invalid_grant')
    expect((await callMcp(world, body.access_token)).statusCode).toBe(401)
    expect((await callMcp(world, access_token)).statusCode).toBe(401)
    expect((await refresh(client_id, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('leave a line in the log when a used one ends the connection, without a secret', async () => {
    const log = await makeLoggedWorld({ PUBLIC_URL: publicUrl }, { secretKey: randomBytes(32) })
    const browser = await signIn(log.world, await makePerson(log.world))
    const { client_id, refresh_token } = await connectClient(log.world, browser)
    const fields = { grant_type: 'refresh_token', client_id, refresh_token }
    for (let use = 0; use < 2; use++) await sendForm(log.world, '/oauth/token', fields)
    expect(log.text()).toContain('a connection was ended by its client or by a token that was used already')
    expect(log.text()).toContain(client_id)
    expect(log.text()).not.toContain(refresh_token)
  })

  it('let one of several refreshes at once succeed', async () => {
    const { client_id, refresh_token } = await connectClient(world, manager)
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(client_id, refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('are accepted by /mcp alone', async () => {
    const { access_token } = await connectClient(world, manager)
    for (const url of [
      '/api/v1/applications',
      '/api/portfolio/products',
      '/api/v1/services',
      '/api/portfolio/whoami',
    ])
      for (const headers of [
        { authorization: `Bearer ${access_token}` },
        { 'x-portfolio-token': access_token },
      ])
        expect([401, 403], url).toContain((await world.app.inject({ url, headers })).statusCode)
    expect((await callMcp(world, access_token)).statusCode).toBe(200)
  })

  it('are logged with the person and the client', async () => {
    const { access_token } = await connectClient(world, manager, { client_name: 'Logged client' })
    await callMcp(world, access_token)
    await expect
      .poll(() =>
        sql(world, `select user_id::int, token_name from request_logs where token_name = 'Logged client'`),
      )
      .toEqual([{ user_id: managerUser.id, token_name: 'Logged client' }])
  })

  it.each([
    ['is blocked', `update users set status = 'blocked' where id = $1`],
    ['is inactive', `update users set status = 'inactive' where id = $1`],
    ['is no longer a manager', `update users set role = 'user' where id = $1`],
  ])('end when the person %s', async (_case, statement) => {
    const person = await makePerson(world, 'manager')
    const { client_id, access_token, refresh_token } = await connectClient(world, await signIn(world, person))
    expect((await callMcp(world, access_token)).statusCode).toBe(200)
    await sql(world, statement, person.id)
    expect((await callMcp(world, access_token)).statusCode).toBe(401)
    expect((await refresh(client_id, refresh_token)).body.error).toBe('invalid_grant')
  })
})

describe('/admin/connections', () => {
  it('shows an admin all connections and a person their own, and ends one at once', async () => {
    const other = await signIn(world, await makePerson(world, 'manager'))
    const { access_token } = await connectClient(world, other, { client_name: 'Only mine' })
    expect((await manager.get('/admin/connections')).body).not.toContain('Only mine')
    expect((await admin.get('/admin/connections')).body).toContain('Only mine')
    const { body } = await other.get('/admin/connections')
    const [path = ''] = /\/admin\/connections\/\d+\/revoke/.exec(body) ?? []
    expect((await manager.post(path)).status).toBe(403)
    expect((await callMcp(world, access_token)).statusCode).toBe(200)
    await other.get('/admin/connections')
    expect((await other.post(path)).status).toBe(303)
    expect((await callMcp(world, access_token)).statusCode).toBe(401)
  })
})
