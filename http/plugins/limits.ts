import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import { addressOf } from '../address.ts'
import type { Server } from '../server.ts'
import { counter } from './counter.ts'

const window = 60

/** Counts a request against its caller's limit; refuses it with 429 once the limit is spent. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** So many requests a minute for each credential, and for each address where no valid one was sent. */
export function limits(app: Server, name = 'limit', points = app.config.RATE_LIMIT_PER_MINUTE): Limit {
  const count = counter(app, name, points)
  return async (request, reply) => {
    const { refused, remaining, seconds } = await count(bucketOf(request))
    reply.headers({
      'x-ratelimit-limit': points,
      'x-ratelimit-remaining': remaining,
      'ratelimit-policy': `"default";q=${points};w=${window}`,
      ratelimit: `"default";r=${remaining};t=${seconds}`,
    })
    if (!refused) return
    reply.header('retry-after', seconds)
    throw new Fault('rate_limited')
  }
}

// An invalid token counts on the address: guessing tokens opens no new bucket.
function bucketOf(request: FastifyRequest): string {
  return request.caller ? request.caller.credential : `ip:${networkOf(addressOf(request))}`
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
