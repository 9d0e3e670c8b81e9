import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const portfolio = '/api/portfolio'

describe('a path that is there, but not for this method', () => {
  it.each([
    ['DELETE', '/products', ['GET', 'HEAD', 'POST']],
    ['PUT', '/products/x', ['GET', 'HEAD', 'PATCH']],
    ['POST', '/summary', ['GET', 'HEAD']],
    ['PATCH', '/canon-rules', ['GET', 'HEAD', 'POST']],
  ])('%s %s is 405 and says which it is for', async (method, path, allowed) => {
    const { status, headers, body } = await world.send(method, portfolio + path, {})
    expect(status).toBe(405)
    expect(String(headers.allow).split(', ').sort()).toEqual(allowed)
    expect(body).toMatchObject({ message: 'Method not allowed.', code: 'method_not_allowed' })
  })

  it('is the same outside every area', async () => {
    const { status, headers } = await world.send('POST', '/health/live', {})
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

it('a path that only looks like one is not there', async () => {
  expect((await world.send('GET', '/openapiXjson')).status).toBe(404)
})

describe('a body', () => {
  const only = (...methods: string[]) => ({ status: 405, allow: methods.join(', ') })
  const none = { status: 404, allow: undefined }

  it.each([
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method) => [
      [method, '/api/v1/bot/main', only('POST')] as const,
      [method, '/api/v1/bot/main/log', only('POST')] as const,
      [method, '/api/v1/bot/somebody/log', only('POST')] as const,
    ]),
    ['POST', '/api/v1/bot/nothing', none],
    ['POST', '/docs', only('GET', 'HEAD')],
    ['POST', '/openapi.json', only('GET', 'HEAD')],
    ['POST', '/metrics', only('GET', 'HEAD')],
    ['PUT', '/health/ready', only('GET', 'HEAD')],
    ['POST', '/nope', none],
    ['POST', '/api/nope', none],
    ['POST', '/api', none],
    ['PUT', '/', none],
  ] as const)('is not looked at: %s %s', async (method, path, { status, allow }) => {
    for (const sent of ['{bad', `"${'x'.repeat(2 * 1024 * 1024)}"`]) {
      const answer = await world.send(method, path, sent)
      const allowed = answer.headers.allow?.toString().split(', ').sort().join(', ')
      expect([answer.status, allowed]).toEqual([status, allow])
    }
  })
})

describe('a path that is not there', () => {
  it.each([
    '/api/portfolio/nothing',
    '/api/portfolio/competitors',
    '/api/portfolio/competitor-reviews',
    '/api/portfolio/keyword-positions',
    '/api/portfolio/store-truth',
    '/api/portfolio/products/a/b',
    '/api/portfolio/signals/0',
    '/api/portfolio/signals/007',
    '/api/portfolio/signals/1.5',
    '/api/portfolio/signals/abc',
    '/api/portfolio/signals/99999999999999999999',
    '/api/portfolio/products/%00',
    '/api/portfolio/products/%E0%A4%A',
    '/api/portfolio/products/%',
    `/api/portfolio/products/${'a'.repeat(300)}`,
    '/nothing',
    '/',
    '/%',
  ])('%s is 404', async (path) => {
    const { status, body, headers } = await world.send('GET', path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: 'Not found.', code: 'not_found' })
    expect(body.request_id).toBe(headers['x-request-id'])
  })

  it('tells nothing before it has seen a token', async () => {
    for (const path of ['/nothing', '/signals/abc', '/products/%00', '/products/%', '/competitors'])
      expect((await world.app.inject(portfolio + path)).statusCode, path).toBe(403)
  })
})

describe('a request that names a server, as to a proxy', () => {
  const body = JSON.stringify({ name: 'Once' })
  // Only a client of our own sends such an address as it is.
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const { port } = new URL(await address)
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = request({
        port,
        method,
        path,
        headers: { 'content-type': 'application/json', ...headers },
      })
      sent.on('error', reject).on('response', async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode, text })
      })
      sent.end(method === 'POST' ? body : '')
    })
  }
  let address: Promise<string>
  beforeAll(() => {
    address = world.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it('means the path, in links, in the log and where it is repeated', async () => {
    const { token } = await makePerson(world, 'admin')
    const headers = { authorization: `Bearer ${token}` }
    const list = await send('GET', 'http://evil.example/api/v1/companies?per_page=1', headers)
    expect(list.status).toBe(200)
    expect(JSON.parse(list.text)).toMatchObject({
      links: { first: 'http://ops.test/api/v1/companies?per_page=1&page=1' },
      meta: { path: 'http://ops.test/api/v1/companies' },
    })
    const once = { ...headers, 'idempotency-key': 'once' }
    const first = await send('POST', 'HTTP://evil.example:8080/api/v1/companies', once)
    expect(await send('POST', '/api/v1/companies', once)).toEqual(first)
    expect(first.status).toBe(201)
    const logged = () => sql(world, `select path from request_logs where path like '%companies' order by id`)
    await expect.poll(logged, { timeout: 10_000 }).toEqual(Array(3).fill({ path: '/api/v1/companies' }))
  })

  it('has the root where it has no path', async () => {
    for (const path of ['http://evil.example', 'https://evil.example?x=1'])
      expect((await send('GET', path, {})).status).toBe(404)
  })
})
