import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '../../../http/app.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { query } from '../../support/cluster.ts'
import { lockTable } from '../../support/hold.ts'
import { query as rows } from '../../support/rows.ts'
import { stallableProxy } from '../../support/stallable-proxy.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

const { version } = manifest

let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '3' })
})

describe('GET /health', () => {
  it('returns ok and the version from live and ready while the database answers', async () => {
    expect((await world.app.inject('/health/live')).json()).toEqual({ status: 'ok', version })
    const ready = await world.app.inject('/health/ready')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toEqual({ status: 'ok', version, checks: { database: 'ok', process: 'ok' } })
  })

  it('has no rate limit and no rate-limit headers', async () => {
    for (let request = 0; request < 10; request++) {
      const { statusCode, headers } = await world.app.inject('/health/live')
      expect(statusCode).toBe(200)
      expect(headers).not.toHaveProperty('ratelimit')
    }
  })

  it('returns 503 from ready and 200 from live while the process is stopping', async () => {
    const { config } = world.app
    const app = await buildApp({ ...world.database, config, isStopping: () => true })
    const ready = await app.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'unavailable', checks: { process: 'stopping' } })
    expect((await app.inject('/health/live')).statusCode).toBe(200)
    await app.close()
  })

  it('returns 503 from ready within 10 seconds while the database hangs', async () => {
    const { app, url } = await makeWorld()
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query('begin; lock table migrations')
    const start = Date.now()
    const ready = () => app.inject('/health/ready')
    // A cached result may be a second old.
    await expect.poll(async () => (await ready()).statusCode).toBe(503)
    expect(Date.now() - start).toBeLessThan(10_000)
    const { headers, body } = await ready()
    expect(headers['retry-after']).toBe('1')
    expect(JSON.parse(body).checks.database).toBe('does not answer')
  })

  it('returns 503 from ready while migrations are pending, with the command to run', async () => {
    const { app } = await makeWorld()
    await app.orm.em
      .getConnection()
      .execute('delete from migrations where id = (select max(id) from migrations)')
    const ready = await app.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json().checks.database).toMatch(/not applied.*migrate/)
  })

  it('returns 503 from ready and 200 from live while the database accepts no connections', async () => {
    const { app, url } = await makeWorld()
    const database = new URL(url).pathname.slice(1)
    await query(
      inject('server'),
      `alter database ${database} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
    const ready = await app.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json().checks.database).toBe('does not answer')
    expect((await app.inject('/health/live')).statusCode).toBe(200)
  })

  it('returns 503 from ready while the database is read-only', async () => {
    const { app, url } = await makeWorld()
    const database = new URL(url).pathname.slice(1)
    await query(
      inject('server'),
      `alter database ${database} set default_transaction_read_only = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
    const checks = async () => (await app.inject('/health/ready')).json().checks.database
    await expect.poll(checks, { timeout: 5000 }).toBe('is read-only')
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
  })

  it('checks at most once a second, however many requests ask, and sends no statement in between', async () => {
    const { app } = await makeWorld()
    const startedAt = Date.now()
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => clock.mockRestore())
    const statements = async (requests: number, ms: number) => {
      clock.mockReturnValue(startedAt + ms)
      const ask = () => app.inject('/health/ready')
      return (await statementsOf(() => Promise.all(Array.from({ length: requests }, ask)))).length
    }
    await statements(1, 0)
    const ofOneCheck = await statements(1, 1000)
    expect(ofOneCheck).toBeGreaterThan(0)
    expect(await statements(100, 1999)).toBe(0)
    expect(await statements(100, 2000)).toBe(ofOneCheck)
  })

  it('returns 200 from ready while requests hold every connection and wait for a lock', async () => {
    const { app, url, send, database } = await makeWorld()
    const lock = await lockTable(url, 'products')
    const add = (index: number) =>
      send('POST', '/api/portfolio/products', { direction_slug: 'utilities', name: `Product ${index}` })
    const sent = Promise.all(Array.from({ length: 15 }, (_, index) => add(index)))
    await lock.waitForBlocked(10)
    expect(database.poolStates()).toMatchObject([{ inUse: 10, waiting: 5 }])
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.json().checks]).toEqual([200, { database: 'ok', process: 'ok' }])
    await lock.release()
    await sent
  })

  it('holds one connection, and none of the requests, while the database hangs', async () => {
    const { app, url, database } = await makeWorld()
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query('begin; lock table migrations')
    const ask = () => app.inject('/health/ready')
    await Promise.all([ask(), ask(), ask()])
    await Promise.all([ask(), ask(), ask()])
    expect(database.poolStates()).toMatchObject([{ inUse: 0, waiting: 0 }])
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect((await rows(url, waiting)).length).toBe(1)
  })

  it('returns 200 and degraded from ready while Redis is unreachable', async () => {
    const { app } = await makeWorld({ REDIS_URL: 'redis://127.0.0.1:1' })
    const { statusCode, body } = await app.inject('/health/ready')
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { status: 'degraded', version, checks: { database: 'ok', redis: 'does not answer', process: 'ok' } },
    ])
  })

  it('returns 200 and degraded from ready while a replica does not answer', async () => {
    const server = new URL(inject('server'))
    const proxy = await stallableProxy(Number(server.port))
    const replica = new URL(server)
    replica.hostname = '127.0.0.1'
    replica.port = String(proxy.port)
    const { app } = await makeWorld({ DATABASE_REPLICA_URLS: `${replica.href},${server.href}` })
    const ready = async () => {
      const { statusCode, body } = await app.inject('/health/ready')
      return { statusCode, ...JSON.parse(body) }
    }
    const withReplica = (status: string, replica: string) => ({
      statusCode: 200,
      status,
      version,
      checks: { database: 'ok', replica, process: 'ok' },
    })
    await expect.poll(ready).toEqual(withReplica('ok', 'ok'))
    proxy.stall()
    await expect.poll(ready, { timeout: 5000 }).toEqual(withReplica('degraded', '1 of 2 does not answer'))
    proxy.resume()
    await expect.poll(ready).toEqual(withReplica('ok', 'ok'))
  })
})
