import type { FastifyRequest } from 'fastify'
import type { CallerFinder } from '../../src/access/caller.ts'
import type { CredentialSource } from './credential-advice.ts'
import type { SecurityScheme } from './security-schemes.ts'

/** The authentication of a route, as the OpenAPI document describes it. */
export type RouteAuth = {
  /** The credentials that the route accepts, any one of them. */
  security: SecurityScheme[]
  /** Set if the server's configuration decides whether a credential is required. */
  optional?: true
  /** The response to a request without a valid credential. */
  unauthenticated: { status: 401 | 403; message: string; source: CredentialSource }
}

/** How an area authenticates and authorizes its requests. */
export type AreaAuth = RouteAuth & {
  /** Returns the credential that the request contains, if any. */
  credentialOf: (request: FastifyRequest) => string | undefined
  callers: CallerFinder
  /** Returns the ability or scope that the request requires, if any. */
  ability: (request: FastifyRequest) => string | undefined
  /** What to do instead of using a method that no route of the path has. */
  insteadOf?: Record<string, string>
}
