import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '../area-auth.ts'
import { clientNetwork } from '../client-address.ts'
import type { Server } from '../server.ts'
import { rateCounter, rejectOverLimit, windowSeconds } from './rate-counter.ts'

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
    if (exceeded) rejectOverLimit(reply, resetSeconds)
    return undo
  }
}

// A request with an invalid token counts against its network, so that guessing tokens never gets a new limit.
function keyOf(request: FastifyRequest): string {
  return request.caller ? request.caller.credential : `ip:${clientNetwork(request)}`
}
