import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../support/admin.ts'
import { allRoutes } from '../../support/admin-routes.ts'
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
import { makePerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

async function codeOf(client_id: string, changes = {}): Promise<string> {
  const { path } = await openConsent(manager, authorizeUrl(client_id, changes))
  return (await decide(manager, path, 'allow')).get('code') ?? ''
}

const newClient = async (metadata = {}) => (await register(world, metadata)).body.client_id as string

describe('a code', () => {
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    [
      'the challenge as verifier',
      { code_verifier: createHash('sha256').digest('base64url') },
      'invalid_grant',
    ],
    ['another redirect address', { redirect_uri: 'https://claude.ai/other' }, 'invalid_grant'],
    ['no redirect address', { redirect_uri: '' }, 'invalid_request'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('gives no token with %s', async (_case, changes, error) => {
    const client_id = await newClient()
    const { status, body } = await exchange(world, client_id, await codeOf(client_id), changes)
    expect([status, body.error]).toEqual([400, error])
  })

  it('gives no token to another client', async () => {
    const [client_id, other] = [await newClient(), await newClient()]
    expect((await exchange(world, other, await codeOf(client_id))).body.error).toBe('invalid_grant')
  })

  it('gives a token for /mcp if the resource is named or not', async () => {
    const client_id = await newClient()
    for (const changes of [{}, { resource: undefined }]) {
      const { body } = await exchange(world, client_id, await codeOf(client_id, changes))
      expect((await callMcp(world, body.access_token)).statusCode).toBe(200)
    }
  })
})

it('does not refresh a token of another client', async () => {
  const { refresh_token } = await connectClient(world, manager)
  const answer = await sendForm(world, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: await newClient(),
    refresh_token,
  })
  expect(answer.body.error).toBe('invalid_grant')
})

it.each(['client_credentials', 'password', 'implicit'])(
  'offers no grant of the type %s',
  async (grant_type) => {
    const answer = await sendForm(world, '/oauth/token', { grant_type, client_id: await newClient() })
    expect(answer.status).toBe(400)
  },
)

describe('an access token', () => {
  it('is refused on every path of the APIs, and in the query and the cookie of /mcp', async () => {
    const { access_token, refresh_token } = await connectClient(world, manager)
    const routes = allRoutes(world).filter(({ path }) => path.startsWith('/api/'))
    expect(routes.length).toBeGreaterThan(100)
    const accepted: string[] = []
    for (const { method, path } of routes) {
      // The endpoints of bots and the login need no credential.
      if (/^\/api\/v1\/(bot|auth\/token$)/.test(path)) continue
      const url = path.replaceAll(/:\w+/g, '1')
      for (const headers of [
        { authorization: `Bearer ${access_token}` },
        { 'x-portfolio-token': access_token },
        { 'x-llm-key': access_token },
      ]) {
        const { statusCode } = await world.app.inject({ method, url, headers })
        if (![401, 403].includes(statusCode)) accepted.push(`${method} ${path}: ${statusCode}`)
      }
    }
    expect(accepted).toEqual([])
    expect((await callMcp(world, refresh_token)).statusCode).toBe(401)
    for (const request of [
      { url: `/mcp?access_token=${access_token}` },
      { url: '/mcp', headers: { cookie: `access_token=${access_token}; session=${access_token}` } },
    ])
      expect((await world.app.inject({ method: 'POST', payload: {}, ...request })).statusCode).toBe(401)
    const browser = openBrowser(world)
    browser.cookies.set('__Host-session', access_token)
    expect((await browser.get('/admin')).status).toBe(303)
  })

  it('writes nothing: MCP offers it no tool that does', async () => {
    const { access_token } = await connectClient(world, manager)
    const { tools } = (await callMcp(world, access_token)).json().result
    for (const { name, annotations } of tools) expect(annotations?.readOnlyHint, name).toBe(true)
  })
})

describe('the consent', () => {
  it('needs the form of this server, and cannot be framed', async () => {
    const { path, page } = await openConsent(manager, authorizeUrl(await newClient()))
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['cache-control']).toBe('no-store')
    const fromElsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await manager.post(path, { decision: 'allow' }, fromElsewhere)).status).toBe(403)
    expect((await manager.get(`${path}?decision=allow`)).status).toBe(200)
    const anonymous = openBrowser(world)
    for (const [name, value] of manager.cookies)
      if (!name.endsWith('session')) anonymous.cookies.set(name, value)
    expect((await anonymous.get(path)).location).toContain('/admin/login')
  })

  it('is a denial unless the form says allow, and counts once', async () => {
    const { path } = await openConsent(manager, authorizeUrl(await newClient()))
    const { location = '' } = await manager.post(path, { decision: 'anything' })
    const answer = await manager.get(location.slice(publicUrl.length))
    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('access_denied')
    expect((await manager.post(path, { decision: 'allow' })).status).toBe(404)
  })

  it('shows a name as text, with the code points of what cannot be seen, and no longer than a line', async () => {
    const client_name = `<img src=x>\u202eedualC\u200b${'x'.repeat(5000)}`
    const { body } = (await openConsent(manager, authorizeUrl(await newClient({ client_name })))).page
    expect(body).toContain('&lt;img src=x>[U+202E]edualC[U+200B]xxx')
    expect(body).not.toContain('<img src=x')
    expect(body).not.toMatch(/[\u202e\u200b]|x{101}/)
    await connectClient(world, manager, { client_name })
    expect((await manager.get('/admin/connections')).body).toContain('&lt;img src=x>[U+202E]edualC')
  })

  it('shows a domain that a client only claims as such', async () => {
    const client_id = await newClient({ client_uri: 'https://claude.ai/about' })
    const { body } = (await openConsent(manager, authorizeUrl(client_id))).page
    expect(body).toContain('claude.ai, as the client says')
  })
})

describe('texts that cannot be stored', () => {
  it.each(['client_name', 'client_uri'])('are rejected in the registration: %s', async (name) => {
    for (const text of ['a\u0000b', 'a\ud800b']) {
      const { status, body } = await register(world, { [name]: `https://claude.ai/${text}` })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    }
  })

  it('are rejected in a request for authorization, and in one for a token', async () => {
    const client_id = await newClient()
    for (const name of ['state', 'nonce', 'client_id', 'redirect_uri', 'code_challenge']) {
      const { status, location = '' } = await manager.get(authorizeUrl(client_id, { [name]: 'a\u0000b' }))
      expect(status === 400 || new URL(location).searchParams.get('error'), name).toBeTruthy()
    }
    const { status } = await exchange(world, `${client_id}\u0000`, 'a\u0000b')
    expect([400, 401]).toContain(status)
  })
})
