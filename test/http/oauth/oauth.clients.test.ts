import * as modern from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { sql } from '../../support/makers.ts'
import { decide, makeOAuthWorld, openConsent, publicUrl, redirectUri } from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

// Sends the requests of a client to the server of the test.
const send: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const response = await world.app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(new Headers(init.headers)), host: 'ops.test' },
    ...(init.body != null && { payload: String(init.body) }),
  })
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const hasBody = ![202, 204, 304].includes(response.statusCode)
  return new Response(hasBody ? response.body : null, { status: response.statusCode, headers })
}

// What a client stores, as its host would.
function clientStore() {
  const stored: { client?: object; tokens?: Record<string, unknown>; verifier?: string; opened?: URL } = {}
  return {
    stored,
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Official client', redirect_uris: [redirectUri] },
    clientInformation: () => stored.client,
    saveClientInformation: (client: object) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens: object) => {
      stored.tokens = tokens as Record<string, unknown>
    },
    redirectToAuthorization: (url: URL) => {
      stored.opened = url
    },
    saveCodeVerifier: (verifier: string) => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier ?? '',
  }
}

const eras = {
  'of revision 2026-07-28': { Client: modern.Client, Transport: modern.StreamableHTTPClientTransport },
  'of earlier revisions': { Client, Transport: StreamableHTTPClientTransport },
}

it.each(Object.entries(eras))(
  'connects, refreshes and is revoked: the official client %s',
  async (_era, sdk) => {
    const authProvider = clientStore()
    const { stored } = authProvider
    const open = () =>
      new sdk.Transport(new URL(`${publicUrl}/mcp`), { authProvider: authProvider as never, fetch: send })
    const connect = async () => {
      const client = new sdk.Client({ name: 'test', version: '1' })
      await client.connect(open() as never)
      return client
    }
    const first = open()
    const refused = new sdk.Client({ name: 'test', version: '1' })
    await expect(refused.connect(first as never)).rejects.toThrow()
    const asked = stored.opened?.href.slice(publicUrl.length) ?? ''
    const { path } = await openConsent(manager, asked)
    const answer = await decide(manager, path, 'allow')
    await first.finishAuth(answer as never).catch(() => first.finishAuth(answer.get('code') as never))
    expect((await (await connect()).listTools()).tools.length).toBeGreaterThan(5)

    const { access_token } = stored.tokens ?? {}
    await sql(world, `update oauth_records set expires_at = now() where model = 'AccessToken'`)
    expect((await (await connect()).listTools()).tools.length).toBeGreaterThan(5)
    expect(stored.tokens?.access_token).not.toBe(access_token)

    const [revoke = ''] =
      /\/admin\/connections\/\d+\/revoke/.exec((await manager.get('/admin/connections')).body) ?? []
    await manager.post(revoke)
    await expect(connect()).rejects.toThrow()
  },
)
