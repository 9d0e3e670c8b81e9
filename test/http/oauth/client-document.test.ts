import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { onFileFinished } from '../../support/cleanup.ts'
import { sql } from '../../support/makers.ts'
import { authorizeUrl, decide, exchange, makeOAuthWorld, redirectUri, sendForm } from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

const localUrl = 'http://127.0.0.1:3999'

let world: World
let manager: Browser
let origin: string
let isMissing = false
const requests: string[] = []

beforeAll(async () => {
  world = await makeOAuthWorld({ PUBLIC_URL: localUrl, CORS_ORIGINS: 'http://ops.test' })
  manager = await signIn(world, await makePerson(world, 'manager'))
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const client_id = `${origin}${url}`
    const document = { client_id, client_name: 'Documented', redirect_uris: [redirectUri] }
    const changes: Record<string, object> = {
      '/large': { client_uri: `https://example.com/${'x'.repeat(6000)}` },
      '/other-id': { client_id: `${origin}/good` },
      '/secret': { client_secret: 'a secret', token_endpoint_auth_method: 'client_secret_post' },
      '/redirects': { redirect_uris: ['web+evil://claude.ai/cb'] },
      '/no-redirects': { redirect_uris: undefined },
      '/more': {
        scope: 'openid',
        grant_types: ['authorization_code', 'password'],
        jwks_uri: `${origin}/jwks`,
      },
    }
    if (url === '/redirect') return void response.writeHead(302, { location: `${origin}/good` }).end()
    if (url === '/slow') return void setTimeout(() => response.end(JSON.stringify(document)), 4000).unref()
    if (url === '/text') return void response.end('<html>')
    if (url === '/error') return void response.writeHead(500).end(JSON.stringify(document))
    if (url === '/kept' && isMissing) return void response.writeHead(404).end()
    response.end(JSON.stringify({ ...document, ...changes[url] }))
  })
  onFileFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  requests.length = 0
})

async function ask(client_id: string) {
  const { statusCode, headers, body } = await world.app.inject(
    authorizeUrl(client_id, { resource: localUrl }),
  )
  return { status: statusCode, location: headers.location ?? '', body }
}

it.each(['/good', '/more'])('accepts a client by the address of its document: %s', async (path) => {
  expect((await ask(`${origin}${path}`)).location).toContain('/admin/connect/')
  expect(requests).toEqual([path])
})

it.each([
  '/large',
  '/redirect',
  '/slow',
  '/other-id',
  '/secret',
  '/redirects',
  '/no-redirects',
  '/text',
  '/error',
])('rejects the document %s after one request and three seconds at most', async (path) => {
  const started = Date.now()
  const { status, location, body } = await ask(`${origin}${path}`)
  expect([status, location]).toEqual([400, ''])
  expect(body).toContain('The client cannot be connected: ')
  expect(requests).toEqual([path])
  expect(Date.now() - started).toBeLessThan(4500)
})

describe('the last good document', () => {
  const id = () => `${origin}/kept`
  const connect = async () => {
    const { location = '' } = await manager.get(authorizeUrl(id(), { resource: localUrl }))
    const code = (await decide(manager, location.slice(localUrl.length), 'allow', localUrl)).get('code') ?? ''
    return (await exchange(world, id(), code)).body
  }
  const hours = async () => {
    const [row] = await sql(
      world,
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from oauth_records
       where model = 'ClientDocument' and payload->>'client_id' = $1`,
      id(),
    )
    return row?.hours
  }
  const expire = () =>
    sql(world, `update oauth_records set expires_at = now() where model = 'ClientDocument'`)

  it('is used for an hour while the address answers with an error', async () => {
    expect((await ask(id())).location).toContain('/admin/connect/')
    isMissing = true
    expect((await ask(id())).location).toContain('/admin/connect/')
    expect(await hours()).toBe(1)
    await expire()
    expect((await ask(id())).status).toBe(400)
    expect(requests).toEqual(['/kept', '/kept', '/kept'])
  })

  it('is used for seven days once a person has connected the client', async () => {
    isMissing = false
    await connect()
    expect(requests).toEqual(['/kept'])
    expect(await hours()).toBe(7 * 24)
    await expire()
    await ask(id())
    expect(await hours()).toBe(7 * 24)
    isMissing = true
    expect((await ask(id())).location).toContain('/admin/connect/')
    await expire()
    expect((await ask(id())).status).toBe(400)
  })

  it('is fetched again for a token after it has expired, if a person has connected the client', async () => {
    isMissing = false
    const { refresh_token } = await connect()
    await expire()
    requests.length = 0
    const refresh = { grant_type: 'refresh_token', client_id: id(), refresh_token }
    expect((await sendForm(world, '/oauth/token', refresh)).status).toBe(200)
    await sendForm(world, '/oauth/token', { ...refresh, client_id: `${origin}/unconnected` })
    expect(requests).toEqual(['/kept'])
  })
})
