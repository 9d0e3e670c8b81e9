import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { get, remaining } from '../../support/rate-limit.ts'
import { makeWorld } from '../../support/world.ts'

// A server counts in memory while Redis takes too long, so this runs alone.
const redisUrl = process.env.TEST_REDIS_URL
if (!redisUrl) console.info('TEST_REDIS_URL is not set: skipping the limits that servers share')

describe.skipIf(!redisUrl)('with one Redis for several servers', () => {
  const redis = redisUrl ? new Redis(redisUrl) : undefined
  const resetCounts = async () => {
    const keys = await redis!.keys('portfolio-ops:limit:*')
    if (keys.length > 0) await redis!.del(...keys)
  }
  afterAll(() => redis?.quit())

  it('the servers share the counts', async () => {
    const environment = { REDIS_URL: redisUrl!, RATE_LIMIT_PER_MINUTE: '4' }
    const [one, two] = [await makeWorld(environment), await makeWorld(environment)]
    // Each server counts in memory until it is connected.
    const shared = async () => {
      await resetCounts()
      await get(one)
      return remaining(two)
    }
    await expect.poll(shared).toBe(2)
    expect(await remaining(one)).toBe(1)
    expect(await remaining(two)).toBe(0)
    expect((await get(one)).statusCode).toBe(429)
    expect((await get(two)).statusCode).toBe(429)
  })

  it('whoami answers on each server with what is left of the shared limit', async () => {
    const environment = { REDIS_URL: redisUrl!, RATE_LIMIT_PER_MINUTE: '9' }
    const [one, two] = [await makeWorld(environment), await makeWorld(environment)]
    const shared = async () => {
      await resetCounts()
      await get(one)
      return remaining(two)
    }
    await expect.poll(shared).toBe(7)
    await resetCounts()
    const counted = []
    for (const server of [one, two, two, one]) {
      const { body, headers } = await server.send('GET', '/api/portfolio/whoami')
      expect(String(body.rate_limit.remaining)).toBe(headers['x-ratelimit-remaining'])
      expect(body.rate_limit.reset_seconds).toBeGreaterThan(0)
      expect(body.rate_limit.reset_seconds).toBeLessThanOrEqual(60)
      counted.push([body.rate_limit.limit, body.rate_limit.remaining])
    }
    expect(counted).toEqual([8, 7, 6, 5].map((left) => [9, left]))
  })

  it('every request is served while Redis disconnects and reconnects', async () => {
    const world = await makeWorld({ REDIS_URL: redisUrl!, RATE_LIMIT_PER_MINUTE: '50' })
    await resetCounts()
    expect((await get(world)).statusCode).toBe(200)
    await redis!.call('client', 'kill', 'type', 'normal', 'skipme', 'yes')
    for (let request = 0; request < 20; request++) expect((await get(world)).statusCode).toBe(200)
    await expect.poll(() => remaining(world), { timeout: 5000 }).toBeLessThan(50)
  })
})

describe('without a reachable Redis', () => {
  it('the server starts and counts in memory without a delay', async () => {
    const start = performance.now()
    const world = await makeWorld({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_PER_MINUTE: '2' })
    expect(await remaining(world)).toBe(1)
    expect(await remaining(world)).toBe(0)
    expect((await get(world)).statusCode).toBe(429)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
