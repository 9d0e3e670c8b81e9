import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../support/admin.ts'
import { sql } from '../../support/makers.ts'
import {
  authorizeUrl,
  makeOAuthWorld,
  openConsent,
  publicUrl,
  redirectUri,
  register,
} from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

// A redirect address, what the consent page says of it, and whether it warns.
const legal: [string, string, boolean][] = [
  ['https://claude.ai/cb', 'https://claude.ai', false],
  ['https://claude.ai@evil.example/cb', 'https://evil.example', false],
  ['https://claude.ai:443@evil.example:8443/cb', 'https://evil.example:8443', false],
  ['https:\\\\evil.example\\claude.ai', 'https://evil.example', false],
  ['https:evil.example/claude.ai', 'https://evil.example', false],
  ['HTTPS://EVIL.example:443/cb', 'https://evil.example', false],
  ['https://ev\til.example/cb', 'https://evil.example', false],
  ['https://cl\u0430ude.ai/cb', 'https://xn--clude-5ve.ai', false],
  ['https://claude\u3002ai/cb', 'https://claude.ai', false],
  ['https://localhost/cb', 'https://localhost', true],
  ['http://localhost:8080/cb', 'http://localhost:8080', true],
  ['http://127.0.0.1/cb', 'http://127.0.0.1', true],
  ['http://2130706433/cb', 'http://127.0.0.1', true],
  ['http://claude.ai@127.0.0.1/cb', 'http://127.0.0.1', true],
  ['http://[::1]:8080/cb', 'http://[::1]:8080', true],
  ['com.example:/cb', 'com.example:', true],
  ['com.example://claude.ai/cb', 'com.example://claude.ai', true],
  ['com.example://claude.ai@evil/cb', 'com.example://evil', true],
  ['COM.Example.app://cb', 'com.example.app://cb', true],
  ['xn--p1ai.example:/cb', 'xn--p1ai.example:', true],
  ...['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'].map((scheme): [string, string, boolean] => [
    `${scheme}://claude.ai/cb`,
    `${scheme}://claude.ai`,
    true,
  ]),
]

const illegal = [
  'web+evil://claude.ai/cb',
  'claude://claude.ai/cb',
  'com:/cb',
  'com.:/cb',
  'tel:1',
  'evil.com:/cb',
  'vscode-evil://cb',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://claude.ai/x',
  'about:blank',
  'ws://127.0.0.1/cb',
  'http://evil.example/cb',
  'http://localhost.evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://10.0.0.1/cb',
  'https://claude.ai/cb#fragment',
  'com.example:/cb#',
  'https://a;b.example/cb',
  'https://*.example/cb',
  'https://a,b/cb',
  '//claude.ai/cb',
  'claude.ai/cb',
  '',
]

describe('a redirect address', () => {
  it.each(legal)('is shown as the browser will go there: %j', async (redirect_uri, shown, isOwn) => {
    const { status, body } = await register(world, { redirect_uris: [redirect_uri] })
    expect(status).toBe(201)
    const { page } = await openConsent(manager, authorizeUrl(body.client_id, { redirect_uri }))
    expect(page.body).toContain(`<dt>You return to</dt><dd>${shown}</dd>`)
    expect(page.body.includes('runs on your own computer')).toBe(isOwn)
    const { origin, protocol } = new URL(redirect_uri)
    expect(page.headers['content-security-policy']).toMatch(
      `form-action 'self' ${origin === 'null' ? protocol : origin}`,
    )
  })

  it.each(illegal)('is rejected, also if it is stored already: %j', async (redirect_uri) => {
    for (const redirect_uris of [[redirect_uri], [redirectUri, redirect_uri]]) {
      const { status, body } = await register(world, { redirect_uris })
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
    }
    const { body } = await register(world)
    await sql(
      world,
      `update oauth_records set payload = payload || jsonb_build_object('redirect_uris', jsonb_build_array($1::text))
       where model = 'Client' and payload->>'client_id' = $2`,
      redirect_uri,
      body.client_id,
    )
    await expectPage(manager, authorizeUrl(body.client_id, { redirect_uri }))
  })

  it.each([{}, { redirect_uris: [] }, { redirect_uris: [1] }, { redirect_uris: 'https://claude.ai/' }])(
    'is required: %j',
    async (metadata) => {
      const { status, body } = await register(world, { redirect_uris: undefined, ...metadata })
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
    },
  )

  it('on a loopback address may have any port, and is otherwise exact', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const { body } = await register(world, { redirect_uris: [`http://${host}:1000/cb`] })
      const other = { redirect_uri: `http://${host}:2000/cb` }
      await openConsent(manager, authorizeUrl(body.client_id, other))
      for (const changed of [`http://${host}:2000/cb/`, `http://${host}:2000/cb?x`, `http://x@${host}/cb`])
        await expectPage(manager, authorizeUrl(body.client_id, { redirect_uri: changed }))
    }
  })
})

async function expectPage(browser: Browser, url: string): Promise<void> {
  const { status, headers, body } = await browser.get(url)
  expect([status, headers.location, headers.refresh]).toEqual([400, undefined, undefined])
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('The client cannot be connected: ')
}

describe('an error before a person has decided is a page', () => {
  const faults: [string, Record<string, string | undefined>][] = [
    ['prompt=none', { prompt: 'none' }],
    ['prompt=none, max_age=0', { prompt: 'none', max_age: '0' }],
    ['an unknown prompt', { prompt: 'none login' }],
    ['another response type', { response_type: 'token' }],
    ['an ID token', { response_type: 'id_token', nonce: 'n' }],
    ['no response type', { response_type: undefined }],
    ['a form', { response_mode: 'form_post' }],
    ['a fragment', { response_mode: 'fragment' }],
    ['a form for an error', { response_mode: 'form_post', prompt: 'none' }],
    ['an unknown response mode', { response_mode: 'web_message' }],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['a short challenge', { code_challenge: 'short' }],
    ['another resource', { resource: 'https://evil.example/mcp' }],
    ['a resource that is no address', { resource: 'mcp' }],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['a request elsewhere', { request_uri: 'https://evil.example/request' }],
    ['a pushed request', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
    ['max_age', { max_age: 'soon' }],
    ['an ID token hint', { id_token_hint: 'x' }],
    ['claims', { claims: '{', acr_values: 'x' }],
    ['a registration', { registration: '{}' }],
    ['a text that cannot be stored', { state: 'a\0b' }],
    ['another redirect address', { redirect_uri: 'https://claude.ai/other' }],
    ['no redirect address', { redirect_uri: undefined }],
    ['an unknown client', { client_id: 'unknown' }],
    ['no client', { client_id: undefined }],
  ]

  it.each(faults)('%s', async (_case, changes) => {
    const { body: client } = await register(world)
    const url = authorizeUrl(client.client_id, changes)
    for (const browser of [openBrowser(world), manager]) await expectPage(browser, url)
  })

  it('a parameter twice', async () => {
    const { body: client } = await register(world)
    const url = authorizeUrl(client.client_id)
    for (const name of ['state', 'client_id', 'redirect_uri', 'response_type', 'code_challenge'])
      await expectPage(openBrowser(world), `${url}&${name}=x`)
  })

  it('an address that continues no request', async () => {
    const { body: client } = await register(world)
    const query = authorizeUrl(client.client_id).slice('/oauth/authorize'.length)
    await expectPage(openBrowser(world), `/oauth/authorize/unknown${query}`)
    const { path } = await openConsent(manager, authorizeUrl(client.client_id))
    const id = path.slice(path.lastIndexOf('/') + 1)
    await expectPage(openBrowser(world), `/oauth/authorize/${id}${query}`)
    // Nothing has been decided, so the question is asked again.
    const { location } = await manager.get(`/oauth/authorize/${id}${query}`)
    expect(location).toContain(`${publicUrl}/admin/connect/`)
  })
})
