import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerFinder } from '../../src/access/caller.ts'
import type { RecentCallers } from '../../src/access/recent-callers.ts'
import type { CredentialSource } from './credential-advice.ts'
import type { SecurityScheme } from './security-schemes.ts'

/**
 * Counts a request against its caller's rate limit. Throws `rate_limited` once the limit is exceeded. Returns a
 * function that removes the request from the count.
 */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<() => Promise<void>>

/**
 * Throws `not_found`, or `method_not_allowed` with an `Allow` header, for a request without a route. `next` is what to
 * do instead of using the method.
 */
export type UnknownRoute = (request: FastifyRequest, reply: FastifyReply, next?: string) => never

/** The authentication of a route, as the OpenAPI document describes it. */
export type RouteAuth = {
  /** The credentials that the route accepts, any one of them. */
  security: SecurityScheme[]
  /** Set if the server's configuration decides whether a credential is required. */
  optional?: true
  /** The response to a request without a valid credential. */
  unauthenticated: { status: 401 | 403; message: string; source: CredentialSource }
}

/** The options that the server passes to every area. */
export type AreaOptions = { limit: RateLimit; unknownRoute: UnknownRoute; recentCallers: RecentCallers }

/** How an area authenticates and authorizes its requests. */
export type AreaAuth = RouteAuth &
  AreaOptions & {
    /** Returns the credential that the request contains, if any. */
    credentialOf: (request: FastifyRequest) => string | undefined
    callers: CallerFinder
    /** Returns the ability or scope that the request requires, if any. */
    ability: (request: FastifyRequest) => string | undefined
  }
