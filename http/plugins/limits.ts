import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../../src/record/fault.ts'
import type { App } from '../types.ts'
import { counter } from './counter.ts'

const window = 60

/** Counts a request against its caller's limit; refuses it with 429 once the limit is spent. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** So many requests a minute for each credential, and for each address where no valid one was sent. */
export function limits(app: App, name = 'limit', points = app.config.RATE_LIMIT_PER_MINUTE): Limit {
  const limiter = counter(app, name, points)
  return async (request, reply) => {
    const spent = await limiter.consume(bucketOf(request)).catch((refusal: unknown) => refusal)
    if (!(spent instanceof RateLimiterRes)) throw spent
    const reset = Math.max(1, Math.ceil(spent.msBeforeNext / 1000))
    reply.headers({
      'x-ratelimit-limit': points,
      'x-ratelimit-remaining': spent.remainingPoints,
      'ratelimit-policy': `"default";q=${points};w=${window}`,
      ratelimit: `"default";r=${spent.remainingPoints};t=${reset}`,
    })
    if (spent.consumedPoints <= points) return
    reply.header('retry-after', reset)
    throw new Fault('rate_limited')
  }
}

// An invalid token counts on the address: guessing tokens opens no new bucket.
function bucketOf({ caller, ip }: FastifyRequest): string {
  return caller ? caller.credential : `ip:${networkOf(ip)}`
}

/** An IPv4 address, or the /64 an IPv6 address is in: one customer has all of that. */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(mapped) !== 6) return mapped
  const [head = '', tail] = (mapped.split('%')[0] ?? '').split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
