import type { FastifyReply, FastifyRequest } from 'fastify'
import { satisfies } from '../../src/access/ability.ts'
import type { Caller } from '../../src/access/caller.ts'
import { permits } from '../../src/access/policy.ts'
import { Fault } from '../../src/record/fault.ts'
import type { SecurityScheme } from '../openapi/security.ts'
import type { Server } from '../server.ts'
import { refuse } from './errors.ts'
import type { Limit } from './limits.ts'
import { readPath } from './validation.ts'

/** How an area lets callers in. */
export type AreaAuth = {
  /** Who sends the request, or null where the credential is missing or wrong. */
  identify: (request: FastifyRequest) => Promise<Caller | null>
  /** What the credential must allow for this request, if anything in particular. */
  ability: (request: FastifyRequest) => string | undefined
  /** The credentials that `identify` takes, any one of them, as the document names them. */
  security: SecurityScheme[]
  /** The answer without a valid credential. */
  refusal: { status: 401 | 403; message: string }
  limit: Limit
  unknownRoute: (request: FastifyRequest, reply: FastifyReply) => never
}

/**
 * Finds who calls, then refuses in this order, on every path of an area: limit, credential, whether the path exists,
 * what the credential is able to do, what its owner's role allows.
 */
export function guard(
  app: Server,
  { identify, ability, security, refusal, limit, unknownRoute }: AreaAuth,
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, door: { security, refusal } }
  })
  app.addHook('onRequest', async (request, reply) => {
    request.caller = await identify(request)
    await limit(request, reply)
    if (!request.caller)
      return refuse(request, reply, new Fault('unauthenticated', refusal.message), refusal.status)
    if (request.is404) return unknownRoute(request, reply)
    request.params = readPath(request.params, request.routeOptions.schema?.params)
    const required = ability(request)
    if (required && !satisfies(request.caller.abilities, required))
      throw new Fault('missing_ability', undefined, undefined, { required_ability: required })
    const { policy } = request.routeOptions.config
    if (policy && !permits(policy, request.caller.person)) throw new Fault('policy_denied')
  })
  app.setNotFoundHandler(unknownRoute)
}
