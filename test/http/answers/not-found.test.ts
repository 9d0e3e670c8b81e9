import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const portfolio = '/api/portfolio'

describe('a method that the path does not support', () => {
  it.each([
    ['DELETE', '/products', ['GET', 'HEAD', 'POST']],
    ['PUT', '/products/x', ['GET', 'HEAD', 'PATCH']],
    ['POST', '/summary', ['GET', 'HEAD']],
    ['PATCH', '/canon-rules', ['GET', 'HEAD', 'POST']],
  ])('%s %s returns 405 with the allowed methods', async (method, path, allowed) => {
    const { status, headers, body } = await world.send(method, portfolio + path, {})
    expect(status).toBe(405)
    expect(String(headers.allow).split(', ').sort()).toEqual(allowed)
    expect(body).toMatchObject({ message: 'Method not allowed.', code: 'method_not_allowed' })
  })

  it.each([
    '/products',
    '/products/x',
    '/apps/x',
    '/signals/1',
    '/tasks/1',
    '/decisions/1',
    '/canon-rules/1',
  ])('returns 405 on DELETE %s with what to do instead', async (path) => {
    const { status, body } = await world.send('DELETE', portfolio + path)
    expect([status, body.next]).toEqual([
      405,
      'Nothing is deleted in the portfolio: dismiss a signal, cancel a task or decision, retract an insight or economics, retire an app, archive a product or rule.',
    ])
    expect((await world.send('PUT', portfolio + path, {})).body).not.toHaveProperty('next')
    const { next } = (await world.send('DELETE', `${portfolio}/nothing`)).body
    expect(next).toContain('There is no route DELETE /api/portfolio/nothing.')
  })

  it('returns 405 outside the API too', async () => {
    const { status, headers } = await world.send('POST', '/health/live', {})
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

it('does not treat the dot of a route as a wildcard', async () => {
  expect((await world.send('GET', '/openapiXjson')).status).toBe(404)
})

describe('the body of an unmatched request', () => {
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
  ] as const)('is not parsed on %s %s', async (method, path, { status, allow }) => {
    for (const sent of ['{bad', `"${'x'.repeat(2 * 1024 * 1024)}"`]) {
      const answer = await world.send(method, path, sent)
      const allowed = answer.headers.allow?.toString().split(', ').sort().join(', ')
      expect([answer.status, allowed]).toEqual([status, allow])
    }
  })
})

describe('the root', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('redirects a browser to the web interface', async () => {
    const { statusCode, headers } = await world.app.inject({ url: '/?from=mail', headers: browser })
    expect([statusCode, headers.location]).toEqual([303, '/admin'])
  })

  it('returns 404 to other clients, other methods and on other paths', async () => {
    const answers = await Promise.all([
      world.app.inject({ url: '/', headers: { accept: '*/*' } }),
      world.app.inject({ url: '/', method: 'POST', headers: browser }),
      world.app.inject({ url: '/nothing', headers: browser }),
    ])
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })
})

describe('an unknown path', () => {
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
  ])('%s returns 404', async (path) => {
    const { status, body, headers } = await world.send('GET', path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: 'Not found.', code: 'not_found' })
    expect(body.request_id).toBe(headers['x-request-id'])
  })

  it('of the portfolio returns 403 without a token', async () => {
    for (const path of ['/nothing', '/signals/abc', '/products/%00', '/products/%', '/competitors'])
      expect((await world.app.inject(portfolio + path)).statusCode, path).toBe(403)
  })
})
