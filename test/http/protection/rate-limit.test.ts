import { describe, expect, it } from 'vitest'
import { get, remaining } from '../../support/rate-limit.ts'
import { makeWorld, token } from '../../support/world.ts'

const other = 'another-token-of-the-environment'

describe('the limit of a token', () => {
  it('is 120 requests per minute by default, with the remaining ones in the headers', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '' })
    for (let request = 1; request <= 120; request++) {
      const { statusCode, headers } = await get(world)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': String(120 - request),
        'ratelimit-policy': '"default";q=120;w=60',
        ratelimit: expect.stringMatching(new RegExp(`^"default";r=${120 - request};t=([1-9]|[1-5]\\d|60)$`)),
      })
    }
    const { statusCode, headers, json } = await get(world)
    expect(statusCode).toBe(429)
    expect(json()).toMatchObject({ message: 'Too Many Attempts.', code: 'rate_limited' })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '"default";q=120;w=60',
    })
  })

  it('does not apply to health and metrics, whatever the method', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '1', PUBLIC_URL: '' })
    for (const url of ['/health/live', '/health/ready', '/metrics'])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const) {
        const { statusCode, headers } = await world.app.inject({ method, url })
        expect([statusCode, headers['x-ratelimit-limit']]).toEqual([method === 'GET' ? 200 : 405, undefined])
      }
    expect(await remaining(world, {}, '127.0.0.1')).toBe(0)
  })

  it('is counted apart from other tokens and from requests without a token', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5', PORTFOLIO_TOKENS: `${token},${other}` })
    expect(await remaining(world)).toBe(4)
    expect(await remaining(world)).toBe(3)
    expect(await remaining(world, { 'x-portfolio-token': other })).toBe(4)
    expect(await remaining(world, {})).toBe(4)
  })

  it('counts rejected requests too', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5' })
    for (const path of ['/products?limit=0', '/products/none', '/nothing'])
      expect((await world.send('GET', `/api/portfolio${path}`)).status).toBeGreaterThanOrEqual(404)
    expect(await remaining(world)).toBe(1)
  })
})

describe('the limit of an address', () => {
  it('applies to unknown paths and to the documentation', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '6' })
    const send = (path: string) => world.app.inject({ url: path, remoteAddress: '8.8.8.8' })
    const paths = ['/', '/nope', '/api', '/api//portfolio', '/openapi.json', '/docs']
    for (const [index, path] of paths.entries())
      expect((await send(path)).headers, path).toMatchObject({
        'x-ratelimit-limit': '6',
        'x-ratelimit-remaining': String(5 - index),
      })
    for (const path of paths) expect((await send(path)).statusCode, path).toBe(429)
    expect((await send('/health/live')).statusCode).toBe(200)
  })

  it('is shared by all invalid tokens', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '3' })
    expect(await remaining(world, {})).toBe(2)
    expect(await remaining(world, { 'x-portfolio-token': 'guess-1' })).toBe(1)
    expect(await remaining(world, { 'x-portfolio-token': 'guess-2' })).toBe(0)
    expect((await get(world, { 'x-portfolio-token': 'guess-3' })).statusCode).toBe(429)
    expect((await get(world, {}, '9.9.9.8')).statusCode).toBe(403)
    expect((await get(world)).statusCode).toBe(200)
  })

  it('is shared by an IPv6 /64 network', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5' })
    expect(await remaining(world, {}, '2001:db8:1:2::1')).toBe(4)
    expect(await remaining(world, {}, '2001:db8:1:2:ffff::9')).toBe(3)
    expect(await remaining(world, {}, '2001:db8:1:3::1')).toBe(4)
  })
})
