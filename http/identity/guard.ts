import { hasAbility } from '../../src/access/ability.ts'
import { policyAllows } from '../../src/access/policy.ts'
import { Fault, policyDenied } from '../../src/record/fault.ts'
import { sendUnauthenticated } from '../answers/errors.ts'
import { parseParams } from '../request/validation.ts'
import type { Server } from '../server/server.ts'
import type { AreaAuth } from './area-auth.ts'
import { callerIdentifier } from './identify-caller.ts'

/**
 * Identifies the caller of every request of an area, then checks in this order: rate limit, credential,
 * route, path parameters, ability, policy.
 */
export function guard(
  app: Server,
  { ability, security, unauthenticated, unknownRoute, ...identification }: AreaAuth,
): void {
  const identifyCaller = callerIdentifier(identification)
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
  app.setNotFoundHandler((request, reply) => unknownRoute(request, reply))
}

// The abilities and scopes are `apps:write` and `apps:read`, or `write` and `read`.
function readAbilityOf(ability: string): string {
  return ability.replace(/write$/, 'read')
}
