import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Server } from '../server.ts'

const windowSeconds = 60
const connections = new WeakMap<Server['config'], Redis>()

/**
 * Counts one request under a key. Returns whether the limit is exceeded, by how many requests, how many
 * requests remain and in how many seconds the window ends.
 */
export type RateCounter = (
  key: string,
) => Promise<{ exceeded: boolean; excess: number; remaining: number; resetSeconds: number }>

/**
 * Creates a counter that allows `maxRequests` a minute for each key. With REDIS_URL the counts are in Redis,
 * shared by all replicas; while Redis is unavailable they are in memory. The counters of one server share one
 * connection.
 */
export function rateCounter(app: Server, name: string, maxRequests: number): RateCounter {
  const limiter = limiterOf(app, name, maxRequests)
  return async (key) => {
    const count = await limiter.consume(key).catch((rejection: unknown) => rejection)
    if (!(count instanceof RateLimiterRes)) throw count
    const excess = Math.max(0, count.consumedPoints - maxRequests)
    return {
      exceeded: excess > 0,
      excess,
      remaining: count.remainingPoints,
      resetSeconds: Math.max(1, Math.ceil(count.msBeforeNext / 1000)),
    }
  }
}

function limiterOf(app: Server, name: string, maxRequests: number): RateLimiterMemory | RateLimiterRedis {
  const memory = new RateLimiterMemory({ points: maxRequests, duration: windowSeconds })
  const { REDIS_URL: url } = app.config
  if (!url) return memory
  return new RateLimiterRedis({
    storeClient: connectionOf(app, url),
    keyPrefix: `portfolio-ops:${name}`,
    points: maxRequests,
    duration: windowSeconds,
    insuranceLimiter: memory,
  })
}

function connectionOf(app: Server, url: string): Redis {
  const existing = connections.get(app.config)
  if (existing) return existing
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) =>
    app.log.warn({ reason: error.message }, 'Redis is unavailable; rate limits are counted in memory'),
  )
  app.addHook('onClose', () => redis.disconnect())
  connections.set(app.config, redis)
  return redis
}
