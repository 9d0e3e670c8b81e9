import { beforeAll, describe, expect, it } from 'vitest'
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
