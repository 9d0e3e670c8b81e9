import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Ability, hasAbility } from '../../src/access/access-token.ts'
import type { Caller, CallerFinder } from '../../src/access/caller.ts'
import { CallerLookup } from '../../src/access/caller-lookup.ts'
import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import { type Policy, policyAllows } from '../../src/access/policy.ts'
import { callerFinder } from '../../src/access/token-caller.ts'
import { portfolioToken } from '../../src/access/token-kinds.ts'
import { Fault, policyDenied } from '../../src/record/fault.ts'
import { sendUnauthenticated } from '../answers/errors.ts'
import { parseParams } from '../request/validation.ts'
import type { Server } from '../server/server.ts'
import type { AreaAuth, RouteAuth } from './area-auth.ts'

declare module 'fastify' {
  interface FastifyInstance {
    callerLookup: CallerLookup
    lastUse: LastUseTracker
  }
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

type Options = Pick<AreaAuth, 'credentialOf' | 'callers'> & { lookup: CallerLookup }

/**
 * Returns a function that counts a request against its rate limit and sets its caller. A credential is looked up only
 * within a limit: the limit of its caller if it was valid within the last minute, otherwise the limit of the network.
 * So invalid credentials cause no queries beyond the limit of their network, and valid ones keep their own limit.
 */
export function callerIdentifier({ limitRate }: Server, { credentialOf, callers, lookup }: Options) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credential = credentialOf(request)
    if (credential === undefined || !callers.needsQuery(credential)) {
      request.caller = credential === undefined ? null : await callers.find(credential)
      await limitRate(request, reply)
      return
    }
    const expected = lookup.expected(credential)
    // `limitRate` counts by caller. The caller is not authenticated yet; a request over the limit is rejected here.
    request.caller = expected
    const uncount = await limitRate(request, reply)
    const caller = await lookup.find(credential, callers.find).catch(async (error: unknown) => {
      await uncount()
      throw error
    })
    request.caller = caller
    if (sameLimit(caller, expected)) return
    await uncount()
    await limitRate(request, reply)
  }
}

function sameLimit(one: Caller | null, other: Caller | null): boolean {
  return one?.credential === other?.credential
}

/** Looks up the callers of credentials, by `app.callerLookup`. */
export const callerLookup = fastifyPlugin(
  async (app: Server) => {
    app.decorate('callerLookup', new CallerLookup())
  },
  { name: 'caller-lookup' },
)

/** Returns the token of the `Authorization: Bearer` header. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** Records when a token was last used, by `app.lastUse`. */
export const lastUse = fastifyPlugin(
  async (app: Server) => {
    const tracker = new LastUseTracker(app.orm)
    app.decorate('lastUse', tracker)
    app.addHook('onClose', () => tracker.close())
  },
  { name: 'last-use' },
)

/** Returns where portfolio tokens come from, and the header to send them in. */
export function portfolioTokenAdvice(header: string): string {
  return `Get a token from an admin, who creates it in the web interface under /admin/api-agent-tokens or by "portfolio-ops token create --agent NAME", and send it as ${header}.`
}

/** Returns a finder of the callers with a portfolio token. It records when a token was last used. */
export function portfolioCallerFinder(app: Server): CallerFinder {
  return callerFinder(portfolioToken, app.read, app.config.PORTFOLIO_TOKENS, app.lastUse)
}
