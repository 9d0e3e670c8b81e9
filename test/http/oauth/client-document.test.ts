import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { onFileFinished } from '../../support/cleanup.ts'
import { sql } from '../../support/makers.ts'
import { authorizeUrl, makeOAuthWorld, redirectUri } from '../../support/oauth.ts'
import type { World } from '../../support/world.ts'

const localUrl = 'http://127.0.0.1:3999'

let world: World
let origin: string
let isMissing = false

beforeAll(async () => {
  world = await makeOAuthWorld({ PUBLIC_URL: localUrl })
  const server = createServer(({ url = '' }, response) => {
    const client_id = `${origin}${url}`
    const document = { client_id, client_name: 'Documented', redirect_uris: [redirectUri] }
    const changes: Record<string, object> = {
      '/large': { client_uri: `https://example.com/${'x'.repeat(6000)}` },
      '/other-id': { client_id: `${origin}/good` },
      '/secret': { client_secret: 'a secret', token_endpoint_auth_method: 'client_secret_post' },
    }
    if (url === '/redirect') return void response.writeHead(302, { location: `${origin}/good` }).end()
    if (url === '/slow') return void setTimeout(() => response.end(JSON.stringify(document)), 4000).unref()
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

async function ask(client_id: string, on: Pick<World, 'app'> = world, resource = `${localUrl}/mcp`) {
  const { statusCode, headers } = await on.app.inject(authorizeUrl(client_id, { resource }))
  return { status: statusCode, location: headers.location ?? '' }
}

it('accepts a client by the address of its document', async () => {
  expect((await ask(`${origin}/good`)).location).toContain('/admin/connect/')
})

it.each(['/large', '/redirect', '/slow', '/other-id', '/secret'])('rejects the document %s', async (path) => {
  expect((await ask(`${origin}${path}`)).status).toBe(400)
})

describe('the last good document', () => {
  const stored = () =>
    sql(
      world,
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from oauth_records
       where model = 'ClientDocument' and payload->>'client_id' = $1`,
      `${origin}/kept`,
    )

  it('is used for seven days while the address answers with an error', async () => {
    expect((await ask(`${origin}/kept`)).location).toContain('/admin/connect/')
    isMissing = true
    expect((await ask(`${origin}/kept`)).location).toContain('/admin/connect/')
    expect(await stored()).toEqual([{ days: 7 }])
    await sql(world, `update oauth_records set expires_at = now() where model = 'ClientDocument'`)
    expect((await ask(`${origin}/kept`)).status).toBe(400)
  })

  it('is replaced by the next good one', async () => {
    isMissing = false
    await ask(`${origin}/kept`)
    await sql(
      world,
      `update oauth_records set expires_at = now() + interval '1 day' where model = 'ClientDocument'`,
    )
    await ask(`${origin}/kept`)
    expect(await stored()).toEqual([{ days: 7 }])
  })
})

it.each(['https://10.0.0.1/client', 'https://localhost/client', 'https://169.254.169.254/client'])(
  'does not fetch %s for other machines',
  async (client_id) => {
    const remote = await makeOAuthWorld()
    expect((await ask(client_id, remote, 'https://ops.test/mcp')).status).toBe(400)
    expect((await ask(`${origin}/good`, remote, 'https://ops.test/mcp')).status).toBe(400)
  },
)
