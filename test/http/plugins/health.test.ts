import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../http/app.ts'
import { query } from '../../support/cluster.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '3' })
})

describe('GET /health', () => {
  it('returns ok from live and ready while the database answers', async () => {
    expect((await world.app.inject('/health/live')).json()).toEqual({ status: 'ok' })
    const ready = await world.app.inject('/health/ready')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', process: 'ok' } })
  })

  it('has no rate limit and no rate-limit headers', async () => {
    for (let request = 0; request < 10; request++) {
      const { statusCode, headers } = await world.app.inject('/health/live')
      expect(statusCode).toBe(200)
      expect(headers).not.toHaveProperty('ratelimit')
    }
  })

  it('returns 503 from ready and 200 from live while the process is stopping', async () => {
    const { orm, read, readReplica } = world.database
    const { config } = world.app
    const app = await buildApp({ config, orm, read, readReplica, isStopping: () => true })
    const ready = await app.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'unavailable', checks: { process: 'stopping' } })
    expect((await app.inject('/health/live')).statusCode).toBe(200)
    await app.close()
  })

  it('returns 503 from ready within 10 seconds while the database hangs', async () => {
    const { app, url } = await makeWorld()
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query('begin; lock table migrations')
    const start = Date.now()
    const { statusCode, headers, body } = await app.inject('/health/ready')
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect(JSON.parse(body).checks.database).toBe('does not answer')
    expect(Date.now() - start).toBeLessThan(10_000)
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
})
