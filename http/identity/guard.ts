import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Ability, hasAbility } from '../../src/access/ability.ts'
import type { Caller } from '../../src/access/caller.ts'
import { type Policy, policyAllows } from '../../src/access/policy.ts'
import { Fault, policyDenied } from '../../src/record/fault.ts'
import { sendUnauthenticated } from '../answers/errors.ts'
import { parseParams } from '../request/validation.ts'
import type { Server } from '../server/server.ts'
import type { AreaAuth, RouteAuth } from './area-auth.ts'
import { callerIdentifier } from './identify-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller. Null before authentication, and on routes without authentication. */
    caller: Caller | null
    /** Whether the caller may also read what the route writes. */
    mayReadResult: boolean
  }
  interface FastifyContextConfig {
    /** Operations API: the ability that the access token must have. */
    ability?: Ability
    /** Operations API: the policy that the token owner's role and status must satisfy. */
    policy?: Policy
    /** The authentication of the route's area. */
    auth?: RouteAuth
  }
}

/**
 * Identifies the caller of every request of an area, then checks in this order: rate limit, credential,
 * route, path parameters, ability, policy. Register it before the routes of the area.
 */
export const guard = fastifyPlugin(
  async (app: Server, { ability, security, unauthenticated, insteadOf, ...identification }: AreaAuth) => {
    const identifyCaller = callerIdentifier(app, { ...identification, lookup: app.callerLookup })
    const unknownRoute = (request: FastifyRequest, reply: FastifyReply) =>
      app.unknownRoute(request, reply, insteadOf?.[request.method])
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: { security, unauthenticated } }
    })
    app.addHook('onRequest', async (request, reply) => {
      await identifyCaller(request, reply)
      if (!request.caller) return sendUnauthenticated(request, reply, unauthenticated)
      if (request.is404) return unknownRoute(request, reply)
      request.params = parseParams(request.params, request.routeOptions.schema?.params)
      const required = ability(request)
      if (required && !hasAbility(request.caller.abilities, required))
        throw new Fault('missing_ability', undefined, undefined, { required_ability: required })
      request.mayReadResult = !required || hasAbility(request.caller.abilities, readAbilityOf(required))
      const { policy } = request.routeOptions.config
      if (policy && !policyAllows(policy, request.caller.person)) throw policyDenied()
    })
    app.setNotFoundHandler(unknownRoute)
  },
  { name: 'guard', dependencies: ['caller-lookup', 'errors', 'rate-limit', 'unknown-routes'] },
)

// The abilities and scopes are `apps:write` and `apps:read`, or `write`, `propose` and `read`.
function readAbilityOf(ability: string): string {
  return ability.replace(/(?:write|propose)$/, 'read')
}
