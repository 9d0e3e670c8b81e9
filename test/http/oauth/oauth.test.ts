import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
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
  redirectUri,
  register,
} from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  manager = await signIn(world, await makePerson(world, 'manager'))
})

describe('the metadata', () => {
  it('names the resource, its server and the scope', async () => {
    for (const suffix of ['', '/mcp']) {
      const { body } = await world.app
        .inject(`/.well-known/oauth-protected-resource${suffix}`)
        .then((response) => ({ body: response.json() }))
      expect(body).toMatchObject({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [publicUrl],
        scopes_supported: ['read'],
      })
    }
  })

  it('lies below the path of PUBLIC_URL', async () => {
    const { app } = await makeOAuthWorld({ PUBLIC_URL: 'https://tools.example.com/ops' })
    const metadata = (await app.inject('/.well-known/oauth-authorization-server/ops')).json()
    expect(metadata.issuer).toBe('https://tools.example.com/ops')
    expect(metadata.token_endpoint).toBe('https://tools.example.com/ops/oauth/token')
    const { headers } = await app.inject({ method: 'POST', url: '/mcp', payload: {} })
    expect(headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://tools.example.com/ops/.well-known/oauth-protected-resource/mcp", scope="read"',
    )
  })

  it.each([
    ['OAUTH is 0', { PUBLIC_URL: publicUrl, OAUTH: '0' }],
    ['PUBLIC_URL is http of another machine', { PUBLIC_URL: 'http://ops.test' }],
  ])('is missing if %s', async (_case, environment) => {
    const { app } = await makeOAuthWorld(environment)
    expect((await app.inject('/.well-known/oauth-protected-resource')).statusCode).toBe(404)
    const { headers } = await app.inject({ method: 'POST', url: '/mcp', payload: {} })
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  it('is missing without a secret key', async () => {
    const { app } = await makeWorld({ PUBLIC_URL: publicUrl })
    expect((await app.inject('/.well-known/oauth-protected-resource')).statusCode).toBe(404)
  })
})

describe('the consent', () => {
  it('shows client, domain and host, and connects after Allow, with iss and state', async () => {
    const { body: client } = await register(world, {
      client_name: '<b>Claude</b>',
      client_uri: 'https://claude.ai',
    })
    const { path, page } = await openConsent(manager, authorizeUrl(client.client_id))
    expect(page.status).toBe(200)
    expect(page.body).toContain('&lt;b>Claude')
    expect(page.body).not.toContain('<b>Claude')
    expect(page.body).toContain('claude.ai')
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://claude.ai")
    const answer = await decide(manager, path, 'allow')
    expect(answer.get('iss')).toBe(publicUrl)
    expect(answer.get('state')).toBe('state-of-the-client')
    const { body } = await exchange(world, client.client_id, answer.get('code') ?? '')
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect((await callMcp(world, body.access_token)).statusCode).toBe(200)
  })

  it('is asked again for a client that is connected', async () => {
    const { client_id } = await connectClient(world, manager)
    const { page } = await openConsent(manager, authorizeUrl(client_id))
    expect(page.body).toContain('Allow')
  })

  it('tells the client after Deny', async () => {
    const { body: client } = await register(world)
    const { path } = await openConsent(manager, authorizeUrl(client.client_id))
    expect(Object.fromEntries(await decide(manager, path, 'deny'))).toEqual({
      error: 'access_denied',
      error_description: 'The person denied the request.',
      state: 'state-of-the-client',
      iss: publicUrl,
    })
  })

  it.each(['allow', 'deny'])('sent twice with %s is answered as the first time', async (decision) => {
    const { body: client } = await register(world)
    const { path } = await openConsent(manager, authorizeUrl(client.client_id))
    const fields = { decision, _form: 'the id of a form' }
    const { status, location = '' } = await manager.post(path, fields)
    expect(status).toBe(303)
    await manager.get(location.slice(publicUrl.length))
    expect(await manager.post(path, fields)).toMatchObject({ status, location })
  })

  it('warns of a client on a loopback address, whose port may be any', async () => {
    const { body: client } = await register(world, { redirect_uris: ['http://localhost/callback'] })
    const url = authorizeUrl(client.client_id, { redirect_uri: 'http://localhost:34567/callback' })
    expect((await openConsent(manager, url)).page.body).toContain('your own computer')
    const other = authorizeUrl(client.client_id, { redirect_uri: 'http://localhost:34567/other' })
    expect((await manager.get(other)).status).toBe(400)
  })

  it('is refused without a CSRF token, to another browser and to a user', async () => {
    const { body: client } = await register(world)
    const { path } = await openConsent(manager, authorizeUrl(client.client_id))
    expect((await manager.post(path, { decision: 'allow', _csrf: 'wrong' })).status).toBe(403)
    expect((await admin.get(path)).status).toBe(404)
    const user = await signIn(world, await makePerson(world, 'user'))
    await expect(
      openConsent(user, authorizeUrl(client.client_id)).then(({ page }) => page.status),
    ).resolves.toBe(403)
  })
})

describe('a request is rejected', () => {
  it.each([
    'https://evil.example/callback',
    `${redirectUri}/more`,
    `${redirectUri}?more=1`,
    'https://claude.ai@evil.example/api/mcp/auth_callback',
    'http://claude.ai/api/mcp/auth_callback',
  ])('with the redirect address %s, without a redirect', async (redirect_uri) => {
    const { body: client } = await register(world)
    const answer = await manager.get(authorizeUrl(client.client_id, { redirect_uri }))
    expect(answer.status).toBe(400)
    expect(answer.location).toBeUndefined()
  })
})

describe('a registration', () => {
  it('accepts client_secret_post, and the client then needs its secret', async () => {
    const { status, body } = await register(world, { token_endpoint_auth_method: 'client_secret_post' })
    expect(status).toBe(201)
    expect(body.client_secret).toBeTypeOf('string')
    const { path } = await openConsent(manager, authorizeUrl(body.client_id))
    const code = (await decide(manager, path, 'allow')).get('code') ?? ''
    expect((await exchange(world, body.client_id, code)).status).toBe(401)
    expect((await exchange(world, body.client_id, code, { client_secret: body.client_secret })).status).toBe(
      200,
    )
    const rows = await sql(world, `select payload::text as payload from oauth_records`)
    expect(rows.some(({ payload }) => String(payload).includes(body.client_secret))).toBe(false)
  })

  it('is limited to 20 an hour for an address', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 21; number++)
      statuses.push((await register(world, {}, '198.51.100.7')).status)
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })
})
