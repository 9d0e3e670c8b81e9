import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import type { RateLimit } from '../area-auth.ts'
import { clientAddress } from '../client-address.ts'
import type { Server } from '../server.ts'
import { rateCounter } from './rate-counter.ts'

const windowSeconds = 60

/**
 * Limits the requests a minute of each credential, or of each network if the request has no valid credential.
 */
export function rateLimit(
  app: Server,
  name = 'limit',
  maxRequests = app.config.RATE_LIMIT_PER_MINUTE,
): RateLimit {
  const count = rateCounter(app, name, maxRequests)
  return async (request, reply) => {
    const { exceeded, remaining, resetSeconds, undo } = await count(keyOf(request))
    reply.headers({
      'x-ratelimit-limit': maxRequests,
      'x-ratelimit-remaining': remaining,
      'ratelimit-policy': `"default";q=${maxRequests};w=${windowSeconds}`,
      ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    })
    if (!exceeded) return undo
    reply.header('retry-after', resetSeconds)
    throw new Fault('rate_limited')
  }
}

// A request with an invalid token counts against its network, so that guessing tokens never gets a new limit.
function keyOf(request: FastifyRequest): string {
  return request.caller ? request.caller.credential : `ip:${networkOf(clientAddress(request))}`
}

/**
 * Returns an IPv4 address as it is, or the /64 network of an IPv6 address, since one customer controls a
 * whole /64.
 */
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
