import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from './admin.ts'
import { makeWorld, type World } from './world.ts'

export const publicUrl = 'https://ops.test'
export const redirectUri = 'https://claude.ai/api/mcp/auth_callback'

/** Creates a world whose OAuth server is on. */
export function makeOAuthWorld(environment: Record<string, string> = {}): Promise<World> {
  return makeWorld({ PUBLIC_URL: publicUrl, ...environment }, { secretKey: randomBytes(32) })
}

/** Sends a form to the OAuth server. */
export async function sendForm({ app }: Pick<World, 'app'>, url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { statusCode: status, body } = await app.inject({
    method: 'POST',
    url,
    headers,
    payload: new URLSearchParams(fields).toString(),
  })
  return { status, body: body === '' ? undefined : JSON.parse(body) }
}

let addresses = 0

// Registrations are limited per address.
function nextAddress(): string {
  addresses++
  return `192.0.${addresses >> 8}.${addresses & 255}`
}

/** Registers a client. Returns the answer. */
export async function register(
  { app }: Pick<World, 'app'>,
  metadata: object = {},
  remoteAddress = nextAddress(),
) {
  const payload = {
    client_name: 'Claude',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...metadata,
  }
  const response = await app.inject({ method: 'POST', url: '/oauth/register', payload, remoteAddress })
  return { status: response.statusCode, body: response.json() }
}

const verifier = randomBytes(32).toString('base64url')

/** Returns the address of a request for authorization. `undefined` leaves a parameter out. */
export function authorizeUrl(client_id: string, changes: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read offline_access',
    resource: `${publicUrl}/mcp`,
    state: 'state-of-the-client',
    ...changes,
  }
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth/authorize?${new URLSearchParams(sent)}`
}

/** Opens the consent page. Returns its path and the page. */
export async function openConsent(browser: Browser, url: string) {
  const { location = '', status, body } = await browser.get(url)
  if (!location.startsWith(`${publicUrl}/admin/connect/`)) throw new Error(`${status} ${location} ${body}`)
  const path = location.slice(publicUrl.length)
  return { path, page: await browser.get(path) }
}

/** Decides on the consent page. Returns the parameters that the client receives. */
export async function decide(
  browser: Browser,
  path: string,
  decision: 'allow' | 'deny',
  server = publicUrl,
): Promise<URLSearchParams> {
  const { location = '', status, body } = await browser.post(path, { decision })
  if (status !== 303) throw new Error(`${status} ${body}`)
  const answer = await browser.get(location.slice(server.length))
  if (!answer.location) throw new Error(`${answer.status} ${answer.body}`)
  return new URL(answer.location).searchParams
}

/** Exchanges a code for tokens. */
export function exchange(world: Pick<World, 'app'>, client_id: string, code: string, changes = {}) {
  return sendForm(world, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  })
}

/** Connects a client in the name of the person of a browser. Returns its id and tokens. */
export async function connectClient(world: Pick<World, 'app'>, browser: Browser, metadata: object = {}) {
  const { body: client } = await register(world, metadata)
  const { path } = await openConsent(browser, authorizeUrl(client.client_id))
  const code = (await decide(browser, path, 'allow')).get('code') ?? ''
  const { status, body } = await exchange(world, client.client_id, code)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return {
    client_id: client.client_id as string,
    code,
    ...(body as { access_token: string; refresh_token: string }),
  }
}

/** Calls /mcp with an access token. Returns the status. */
export async function callMcp({ app }: Pick<World, 'app'>, access_token: string) {
  return app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${access_token}`, accept: 'application/json', host: 'ops.test' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  })
}
