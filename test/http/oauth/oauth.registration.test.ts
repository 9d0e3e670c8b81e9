import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import {
  authorizeUrl,
  callMcp,
  decide,
  exchange,
  makeOAuthWorld,
  openConsent,
  publicUrl,
  redirectUri,
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

// A request of a client that asks for more than is supported.
const more: [string, object][] = [
  ['scopes of another server', { scope: 'read write' }],
  ['scopes of another server, without read', { scope: 'mcp:read offline_access' }],
  ['OpenID', { scope: 'openid profile email', require_auth_time: true, default_max_age: 10 }],
  ['another grant', { grant_types: ['authorization_code', 'refresh_token', 'password'] }],
  [
    'codes of devices',
    { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
  ],
  ['only another grant', { grant_types: ['client_credentials'] }],
  ['other response types', { response_types: ['code', 'code id_token'], response_modes: ['form_post'] }],
  [
    'empty texts',
    { client_uri: '', logo_uri: '', scope: '', client_name: '', token_endpoint_auth_method: '' },
  ],
  ['null', { contacts: null, scope: null, grant_types: null, response_types: null, jwks: null }],
  [
    'texts of another kind',
    { client_name: 1, client_uri: {}, contacts: 'me', scope: 1, grant_types: 'code' },
  ],
  ['addresses that are none', { client_uri: 'claude.ai', logo_uri: 'logo.png', tos_uri: 'data:,x' }],
  ['another way to authenticate', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }],
  ['other algorithms', { id_token_signed_response_alg: 'HS256', token_endpoint_auth_signing_alg: 'ES256' }],
  ['another kind of application', { application_type: 'service', subject_type: 'pairwise' }],
  ['addresses to fetch', { jwks_uri: 'http://127.0.0.1:1/', sector_identifier_uri: 'https://127.0.0.1:1/' }],
  ['unknown fields', { software_statement: 'x', software_id: 'y', x: [{ y: 1 }] }],
]

describe('a registration', () => {
  it.each(more)('gets what is supported if it asks for %s', async (_case, asked) => {
    const { status, body: client } = await register(world, asked)
    expect(status).toBe(201)
    expect(client).toMatchObject({
      redirect_uris: [redirectUri],
      scope: 'read offline_access',
      response_types: ['code'],
    })
    for (const type of client.grant_types) expect(['authorization_code', 'refresh_token']).toContain(type)
    const { client_secret } = client
    const code = await codeOf(client.client_id, { scope: undefined })
    const secret = client_secret && { client_secret }
    expect((await exchange(world, client.client_id, code, { ...secret })).status).toBe(200)
  })

  it.each([
    ['empty', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['no JSON', '{'],
    ['too large', `{"client_name":"${'x'.repeat(40_000)}"}`],
  ])('is rejected if its body is %s', async (_case, payload) => {
    const headers = { 'content-type': 'application/json' }
    const url = '/oauth/register'
    const { statusCode } = await world.app.inject({ method: 'POST', url, headers, payload })
    expect([400, 413]).toContain(statusCode)
  })
})

describe('the resource', () => {
  const [scheme, host] = publicUrl.split('//')
  const spellings = [
    `${publicUrl}/mcp`,
    `${publicUrl}/mcp/`,
    publicUrl,
    `${publicUrl}/`,
    `${scheme?.toUpperCase()}//${host?.toUpperCase()}/mcp`,
    `${scheme}//${host?.toUpperCase()}`,
    `${publicUrl}:443/mcp`,
    undefined,
  ]
  it.each(spellings)('may be written as %s, in every request', async (resource) => {
    const { body: client } = await register(world)
    const code = await codeOf(client.client_id, { resource })
    const named: Record<string, string> = resource === undefined ? {} : { resource }
    const { body } = await exchange(world, client.client_id, code, named)
    expect((await callMcp(world, body.access_token)).statusCode).toBe(200)
    const { refresh_token } = body
    const form = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token, ...named }
    const { body: refreshed } = await sendForm(world, '/oauth/token', form)
    expect((await callMcp(world, refreshed.access_token)).statusCode).toBe(200)
  })

  it.each([
    'https://evil.example/mcp',
    `${publicUrl}/MCP`,
    `${publicUrl}/mcp?x`,
    `${publicUrl}.evil/mcp`,
    'mcp',
  ])('is not %s', async (resource) => {
    const { body: client } = await register(world)
    const { status } = await manager.get(authorizeUrl(client.client_id, { resource }))
    expect(status).toBe(400)
    const answer = await exchange(world, client.client_id, await codeOf(client.client_id), { resource })
    expect(answer.body.error).toBe('invalid_target')
  })
})
