import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { networkOf } from '../../../http/plugins/rate-limit.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

const url = '/api/portfolio/directions'
const other = 'another-token-of-the-environment'
const redisUrl = process.env.TEST_REDIS_URL
if (!redisUrl) console.info('TEST_REDIS_URL names no Redis: limits that servers share are not tried')

const ask = (
  world: World,
  headers: Record<string, string> = { 'x-portfolio-token': token },
  ip = '9.9.9.9',
) => world.app.inject({ url, headers, remoteAddress: ip })
const left = async (...sent: Parameters<typeof ask>) =>
  Number((await ask(...sent)).headers['x-ratelimit-remaining'])

describe('the limit of a token', () => {
  it('is 120 requests a minute, each of which says how many are left; the 121st is refused', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '' })
    for (let request = 1; request <= 120; request++) {
      const { statusCode, headers } = await ask(world)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': String(120 - request),
        'ratelimit-policy': '"default";q=120;w=60',
        ratelimit: expect.stringMatching(new RegExp(`^"default";r=${120 - request};t=([1-9]|[1-5]\\d|60)$`)),
      })
    }
    const { statusCode, headers, json } = await ask(world)
    expect(statusCode).toBe(429)
    expect(json()).toMatchObject({ message: 'Too Many Attempts.', code: 'rate_limited' })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '"default";q=120;w=60',
    })
  })

  it('is kept also where there is nothing, and where documents are', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '6' })
    const get = (url: string) => world.app.inject({ url, remoteAddress: '8.8.8.8' })
    const paths = ['/', '/nope', '/api', '/api//portfolio', '/openapi.json', '/docs']
    for (const [place, path] of paths.entries())
      expect((await get(path)).headers, path).toMatchObject({
        'x-ratelimit-limit': '6',
        'x-ratelimit-remaining': String(5 - place),
      })
    for (const path of paths) expect((await get(path)).statusCode, path).toBe(429)
    expect((await get('/health/live')).statusCode).toBe(200)
  })

  it('leaves health and metrics alone, whatever the method', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '1' })
    for (const url of ['/health/live', '/health/ready', '/metrics'])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const) {
        const { statusCode, headers } = await world.app.inject({ method, url })
        expect([statusCode, headers['x-ratelimit-limit']]).toEqual([method === 'GET' ? 200 : 405, undefined])
      }
    expect(await left(world, {}, '127.0.0.1')).toBe(0)
  })

  it('is its own: another token and other surfaces of nobody are not touched', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5', PORTFOLIO_TOKENS: `${token},${other}` })
    expect(await left(world)).toBe(4)
    expect(await left(world)).toBe(3)
    expect(await left(world, { 'x-portfolio-token': other })).toBe(4)
    expect(await left(world, {})).toBe(4)
  })

  it('is spent by refusals too', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5' })
    for (const path of ['/products?limit=0', '/products/none', '/nothing'])
      expect((await world.send('GET', `/api/portfolio${path}`)).status).toBeGreaterThanOrEqual(404)
    expect(await left(world)).toBe(1)
  })
})

describe('the limit of an address', () => {
  it('holds for every token that is not valid, whatever it is', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '3' })
    expect(await left(world, {})).toBe(2)
    expect(await left(world, { 'x-portfolio-token': 'guess-1' })).toBe(1)
    expect(await left(world, { 'x-portfolio-token': 'guess-2' })).toBe(0)
    expect((await ask(world, { 'x-portfolio-token': 'guess-3' })).statusCode).toBe(429)
    expect((await ask(world, {}, '9.9.9.8')).statusCode).toBe(403)
    expect((await ask(world)).statusCode).toBe(200)
  })

  it('is one for a /64 of IPv6', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '5' })
    expect(await left(world, {}, '2001:db8:1:2::1')).toBe(4)
    expect(await left(world, {}, '2001:db8:1:2:ffff::9')).toBe(3)
    expect(await left(world, {}, '2001:db8:1:3::1')).toBe(4)
  })
})

describe('an address that a proxy names', () => {
  it('is counted without its port; what is none is the proxy itself', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '9', TRUST_PROXY: '9.9.9.9' })
    const from = (address: string) => left(world, { 'x-forwarded-for': address })
    expect([await from('3.3.3.3'), await from('3.3.3.3:1234'), await from('3.3.3.3:9')]).toEqual([8, 7, 6])
    const six = ['2001:db8::1', '[2001:db8::1]:99', '[2001:db8::2]']
    expect([await from(six[0]!), await from(six[1]!), await from(six[2]!)]).toEqual([8, 7, 6])
    expect([await from('<script>'), await from('unknown'), await left(world, {})]).toEqual([8, 7, 6])
  })
})

describe('networkOf', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })

  it('keeps the first 64 bits of an IPv6 address and forgets the others', () => {
    fc.assert(
      fc.property(groups, groups, (one, two) => {
        const sameNetwork = [...one.slice(0, 4), ...two.slice(4)]
        const expected = `${one.slice(0, 4).join(':')}::/64`
        expect(networkOf(one.join(':'))).toBe(expected)
        expect(networkOf(sameNetwork.join(':'))).toBe(expected)
        expect(networkOf(one.join(':').toUpperCase())).toBe(expected)
        expect(networkOf(one.map((part) => part.padStart(4, '0')).join(':'))).toBe(expected)
      }),
    )
  })

  it('reads an address the same however its zeros are written', () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.nat(7), (parts, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const whole = parts.map((part, index) => (index >= from && index <= to ? '0' : part))
        const short = `${whole.slice(0, from).join(':')}::${whole.slice(to + 1).join(':')}`
        expect(networkOf(short)).toBe(networkOf(whole.join(':')))
      }),
    )
  })

  it('keeps an IPv4 address whole, also as an IPv6 one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(networkOf(ip)).toBe(ip)
        expect(networkOf(`::ffff:${ip}`)).toBe(ip)
        expect(networkOf(`::FFFF:${ip}`)).toBe(ip)
      }),
    )
  })

  it('forgets which interface an address was seen at', () => {
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})

describe('a Redis that does not answer', () => {
  it('delays no start and no request: counts are kept here meanwhile', async () => {
    const began = performance.now()
    const world = await makeWorld({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_PER_MINUTE: '2' })
    expect(await left(world)).toBe(1)
    expect(await left(world)).toBe(0)
    expect((await ask(world)).statusCode).toBe(429)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe.skipIf(!redisUrl)('a Redis of several servers', () => {
  const redis = redisUrl ? new Redis(redisUrl) : undefined
  const forget = async () => {
    const keys = await redis!.keys('portfolio-ops:limit:*')
    if (keys.length > 0) await redis!.del(...keys)
  }
  afterAll(() => redis?.quit())

  it('keeps one count for all of them', async () => {
    const environment = { REDIS_URL: redisUrl!, RATE_LIMIT_PER_MINUTE: '4' }
    const [one, two] = [await makeWorld(environment), await makeWorld(environment)]
    // Both need a moment to connect; until then each counts for itself.
    const shared = async () => {
      await forget()
      await ask(one)
      return left(two)
    }
    await expect.poll(shared).toBe(2)
    expect(await left(one)).toBe(1)
    expect(await left(two)).toBe(0)
    expect((await ask(one)).statusCode).toBe(429)
    expect((await ask(two)).statusCode).toBe(429)
  })

  it('may go away and come back: everybody is served', async () => {
    const world = await makeWorld({ REDIS_URL: redisUrl!, RATE_LIMIT_PER_MINUTE: '50' })
    await forget()
    expect((await ask(world)).statusCode).toBe(200)
    await redis!.call('client', 'kill', 'type', 'normal', 'skipme', 'yes')
    for (let request = 0; request < 20; request++) expect((await ask(world)).statusCode).toBe(200)
    await expect.poll(() => left(world), { timeout: 5000 }).toBeLessThan(50)
  })
})
