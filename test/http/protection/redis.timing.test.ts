import { describe, expect, it } from 'vitest'
import { redisProgram, redisServer } from '../../support/redis-server.ts'
import { stallableProxy } from '../../support/stallable-proxy.ts'
import { makeWorld, token } from '../../support/world.ts'

const limit = 100

const failures = {
  'a frozen Redis': async () => {
    const { url, freeze, resume } = await redisServer()
    return { url, fail: freeze, recover: resume }
  },
  'a stalled connection to Redis': async () => {
    const { stall, resume, port } = await stallableProxy((await redisServer()).port)
    return { url: `redis://127.0.0.1:${port}`, fail: stall, recover: resume }
  },
}

describe.skipIf(!redisProgram).each(Object.entries(failures))('%s', (_name, start) => {
  it('delays requests by at most 500 ms, is reported by /health/ready, and is used again later', async () => {
    const { url, fail, recover } = await start()
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const environment = { REDIS_URL: url, RATE_LIMIT_PER_MINUTE: String(limit), LOG_LEVEL: 'info' }
    const { app } = await makeWorld(environment, { log: log as never })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const ready = async () => {
      const response = await fetch(`${address}/health/ready`)
      return [response.status, await response.json()]
    }
    const degraded = {
      status: 'degraded',
      checks: { database: 'ok', process: 'ok', redis: 'does not answer' },
    }
    const ok = { status: 'ok', checks: { database: 'ok', process: 'ok', redis: 'ok' } }
    const send = async () => {
      const startedAt = performance.now()
      const { status, headers } = await fetch(`${address}/api/portfolio/directions`, {
        headers: { 'x-portfolio-token': token },
      })
      return {
        status,
        remaining: Number(headers.get('x-ratelimit-remaining')),
        ms: performance.now() - startedAt,
      }
    }
    await expect.poll(ready, { timeout: 5000 }).toMatchObject([200, ok])
    for (let count = 1; count <= 10; count++) expect((await send()).remaining).toBe(limit - count)

    fail()
    const first = await Promise.all(Array.from({ length: 80 }, send))
    for (const { status, ms } of first) {
      expect(status).toBe(200)
      expect(ms).toBeLessThan(500)
    }
    // Counted in memory by now, without waiting for Redis.
    for (let count = 0; count < 20; count++) {
      const { status, ms } = await send()
      expect(status).toBe(200)
      expect(ms).toBeLessThan(100)
    }
    expect((await send()).status).toBe(429)
    await expect.poll(ready, { timeout: 2000 }).toMatchObject([200, degraded])

    recover()
    await expect.poll(ready, { timeout: 5000 }).toMatchObject([200, ok])
    // The counts in Redis go on where they were.
    const again = await send()
    expect(again.status).toBe(200)
    expect(again.remaining).toBeLessThan(limit - 10)
    expect(lines.filter((line) => line.includes('Redis'))).toHaveLength(2)
  })

  it('that no request has noticed is reported by /health/ready within 2 s', async () => {
    const { url, fail } = await start()
    const { app } = await makeWorld({ REDIS_URL: url })
    const status = async () => (await app.inject('/health/ready')).json().status
    await expect.poll(status, { timeout: 5000 }).toBe('ok')
    fail()
    await expect.poll(status, { timeout: 2000 }).toBe('degraded')
  })
})
