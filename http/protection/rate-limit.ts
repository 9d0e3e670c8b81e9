import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { Fault } from '../../src/record/fault.ts'
import { clientNetwork } from '../request/client-address.ts'
import type { Server } from '../server/server.ts'

// The length of the window in which requests are counted.
const windowSeconds = 60

/** A rate limit: the requests a minute that it allows, those that remain, and the seconds until the minute ends. */
export const RateLimitState = z.object({
  limit: z.int(),
  remaining: z.int(),
  reset_seconds: z.int(),
})
export type RateLimitState = z.output<typeof RateLimitState>

/**
 * Counts a request against its caller's rate limit. Throws `rate_limited` once the limit is exceeded. Returns a
 * function that removes the request from the count.
 */
type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<() => Promise<void>>

declare module 'fastify' {
  interface FastifyInstance {
    limitRate: RateLimit
  }
  interface FastifyRequest {
    /** What is left of the rate limit that the request counts against. Null before it is counted. */
    rateLimit: RateLimitState | null
  }
}

/** Limits the requests a minute of each caller to RATE_LIMIT_PER_MINUTE, by `app.limitRate`. */
export const rateLimit = fastifyPlugin(
  async (app: Server) => {
    app.decorateRequest('rateLimit', null)
    app.decorate('limitRate', rateLimiter(app, 'limit', app.config.RATE_LIMIT_PER_MINUTE))
  },
  { name: 'rate-limit', dependencies: ['redis'] },
)

/** Limits the requests per minute of each valid credential. Requests without one are limited by network. */
export function rateLimiter(app: Server, name: string, maxRequests: number): RateLimit {
  const count = rateCounter(app, name, maxRequests)
  return async (request, reply) => {
    const { exceeded, remaining, resetSeconds, undo } = await count(keyOf(request))
    request.rateLimit = { limit: maxRequests, remaining, reset_seconds: resetSeconds }
    reply.headers({
      'x-ratelimit-limit': maxRequests,
      'x-ratelimit-remaining': remaining,
      'ratelimit-policy': `"default";q=${maxRequests};w=${windowSeconds}`,
      ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    })
    if (exceeded) rejectOverLimit(reply, resetSeconds)
    return undo
  }
}

// A request with an invalid token counts against its network, so that guessing tokens never gets a new limit.
function keyOf(request: FastifyRequest): string {
  return request.caller ? request.caller.credential : `ip:${clientNetwork(request)}`
}

/** The number of requests under a key in the current minute, compared with the limit. */
type RateCount = {
  exceeded: boolean
  /** The number of requests over the limit. */
  excess: number
  remaining: number
  /** The seconds until the minute ends. */
  resetSeconds: number
  /** Removes the request from the count. */
  undo: () => Promise<void>
}

/** Counts one request under a key. */
type RateCounter = (key: string) => Promise<RateCount>

/**
 * Creates a counter that allows `maxRequests` in `duration` seconds, by default a minute, for each key. With REDIS_URL the counts are in Redis,
 * shared by all processes; while Redis is unavailable they are in memory.
 */
export function rateCounter(
  app: Server,
  name: string,
  maxRequests: number,
  duration = windowSeconds,
): RateCounter {
  const limits = { points: maxRequests, duration }
  const inMemory = new RateLimiterMemory(limits)
  const store = app.redis
  if (!store) return (key) => count(inMemory, key)
  const shared = new RateLimiterRedis({
    ...limits,
    storeClient: store.client,
    keyPrefix: `portfolio-ops:${name}`,
  })
  return async (key) => {
    if (!store.isAvailable) return count(inMemory, key)
    const setUnavailable = (error: unknown) => store.setUnavailable(error)
    try {
      return await count(shared, key, setUnavailable)
    } catch (error) {
      setUnavailable(error)
      return count(inMemory, key)
    }
  }
}

/** Throws `rate_limited`, with the seconds until the next attempt in `Retry-After`. */
export function rejectOverLimit(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds)
  throw new Fault('rate_limited')
}

async function count(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
  onUndoError: (error: unknown) => void = () => undefined,
): Promise<RateCount> {
  const result = await limiter.consume(key).catch((rejection: unknown) => rejection)
  // The limiter also rejects with a result if the limit is exceeded.
  if (!(result instanceof RateLimiterRes)) throw result
  const excess = Math.max(0, result.consumedPoints - limiter.points)
  return {
    exceeded: excess > 0,
    excess,
    remaining: result.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    undo: async () => void (await limiter.reward(key).catch(onUndoError)),
  }
}
