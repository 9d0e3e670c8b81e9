import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Server } from '../server.ts'

const minute = 60
const connections = new WeakMap<Server['config'], Redis>()

/**
 * Counts once more under a key: whether that was too often, by how many, how many more may come, and how long the
 * minute still is.
 */
export type Counter = (
  key: string,
) => Promise<{ refused: boolean; over: number; remaining: number; seconds: number }>

/**
 * Counts to `points` within a minute, under each key. Counted in Redis where there is one, so that replicas share
 * the count; in memory while it does not answer. Counters of one server share the connection.
 */
export function counter(app: Server, name: string, points: number): Counter {
  const limiter = limiterOf(app, name, points)
  return async (key) => {
    const count = await limiter.consume(key).catch((refusal: unknown) => refusal)
    if (!(count instanceof RateLimiterRes)) throw count
    const over = Math.max(0, count.consumedPoints - points)
    return {
      refused: over > 0,
      over,
      remaining: count.remainingPoints,
      seconds: Math.max(1, Math.ceil(count.msBeforeNext / 1000)),
    }
  }
}

function limiterOf(app: Server, name: string, points: number): RateLimiterMemory | RateLimiterRedis {
  const memory = new RateLimiterMemory({ points, duration: minute })
  const { REDIS_URL: url } = app.config
  if (!url) return memory
  return new RateLimiterRedis({
    storeClient: connectionOf(app, url),
    keyPrefix: `portfolio-ops:${name}`,
    points,
    duration: minute,
    insuranceLimiter: memory,
  })
}

function connectionOf(app: Server, url: string): Redis {
  const open = connections.get(app.config)
  if (open) return open
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) =>
    app.log.warn({ reason: error.message }, 'Redis does not answer; limits are counted here'),
  )
  app.addHook('onClose', () => redis.disconnect())
  connections.set(app.config, redis)
  return redis
}
