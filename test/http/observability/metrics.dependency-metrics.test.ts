import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { makeProduct } from '../../support/makers.ts'
import { redisProgram, redisServer } from '../../support/redis-server.ts'
import { makeWorld, type World } from '../../support/world.ts'

const METRICS_TOKEN = 'a-token-for-metrics'

let world: World
beforeAll(async () => {
  world = await makeWorld({ METRICS_TOKEN })
})

/** Returns the value of each metric by its name with labels. */
async function metricsOf({ app }: World): Promise<Record<string, number>> {
  const { body } = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const samples = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    samples.map((line) => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))]
    }),
  )
}

/** Opens a connection to the database, on which this statement was run. */
async function session({ url }: World, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(statement)
  return client
}

describe('the metrics of the process', () => {
  it('contain the delay of the event loop and the lost rows of the request log', async () => {
    const metrics = await metricsOf(world)
    expect(metrics.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0)
    expect(metrics.request_log_lost_total).toBe(0)
  })

  it('contain the connections in use, the idle ones and the requests that wait', async () => {
    const pool = await world.database.orm.em.getConnection().getNativeClient()
    const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
    const waiting = [pool.query('select 1'), pool.query('select 1')]
    const busy = await metricsOf(world)
    for (const client of held) client.release()
    await Promise.all(waiting)
    expect(busy['database_pool_connections{server="primary",state="in_use"}']).toBe(10)
    expect(busy['database_pool_connections{server="primary",state="idle"}']).toBe(0)
    expect(busy['database_pool_waiting{server="primary"}']).toBeGreaterThanOrEqual(2)
    // The server also runs statements of its own.
    const idle = async () => {
      const metrics = await metricsOf(world)
      expect(metrics['database_pool_waiting{server="primary"}']).toBe(0)
      return metrics['database_pool_connections{server="primary",state="idle"}']
    }
    await expect.poll(idle).toBeGreaterThanOrEqual(8)
  })
})

describe('change_feed_lag_seconds', () => {
  it('is the age of the oldest change behind an open transaction, and 0 once the feed returns it', async () => {
    const open = await session(world, 'begin; select pg_current_xact_id()')
    await makeProduct(world)
    await open.query('select pg_sleep(0.2)')
    const lag = async () => (await metricsOf(world)).change_feed_lag_seconds
    await expect.poll(lag).toBeGreaterThanOrEqual(0.2)
    expect(await lag()).toBeLessThan(10)
    await open.query('rollback')
    await expect.poll(lag).toBe(0)
  })

  it('is left out while the database does not answer', async () => {
    await session(world, 'begin; lock table history')
    const start = performance.now()
    expect(await metricsOf(world)).not.toHaveProperty('change_feed_lag_seconds')
    expect(performance.now() - start).toBeLessThan(5000)
  })
})

describe('the metrics of replicas', () => {
  it('say which answers, and how far it is behind', async () => {
    const { host } = new URL(inject('server'))
    const unreachable = 'postgres://nobody@127.0.0.1:1/replica'
    const replicated = await makeWorld({
      METRICS_TOKEN,
      DATABASE_REPLICA_URLS: `${inject('server')},${unreachable}`,
    })
    let metrics: Record<string, number> = {}
    const lag = async () => {
      metrics = await metricsOf(replicated)
      return metrics[`database_replica_lag_seconds{server="${host}"}`]
    }
    await expect.poll(lag).toBe(0)
    expect(metrics[`database_replica_up{server="${host}"}`]).toBe(1)
    expect(metrics['database_replica_up{server="127.0.0.1:1"}']).toBe(0)
    expect(metrics).not.toHaveProperty('database_replica_lag_seconds{server="127.0.0.1:1"}')
    expect(metrics).toHaveProperty(`database_pool_waiting{server="${host}"}`)
  })
})

describe('redis_up', () => {
  it('is left out without REDIS_URL', async () => {
    expect(await metricsOf(world)).not.toHaveProperty('redis_up')
  })

  it.skipIf(!redisProgram)('is 1 while Redis answers, and 0 while it does not', async () => {
    const redis = await redisServer()
    const limited = await makeWorld({ METRICS_TOKEN, REDIS_URL: redis.url })
    const up = async () => (await metricsOf(limited)).redis_up
    await expect.poll(up, { timeout: 5000 }).toBe(1)
    redis.freeze()
    await limited.app.inject('/health/ready')
    await expect.poll(up, { timeout: 5000 }).toBe(0)
  })
})
