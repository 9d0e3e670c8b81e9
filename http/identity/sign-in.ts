import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../src/access/actor.ts'
import { IncorrectCredentials } from '../../src/access/authenticate-user.ts'
import { recordSignIn } from '../../src/journal/sign-in.ts'
import { SignInRefused } from '../../src/people/openid.ts'
import { clientAddress } from '../request/client-address.ts'
import { OpenIdFailure } from './openid/failure.ts'

/**
 * Runs an attempt to sign in. Its outcome is logged, without the email and the password, and added to the history of the
 * user.
 */
export async function traceSignIn<T extends { user_id: number }>(
  request: FastifyRequest,
  surface: Actor['surface'],
  attempt: () => Promise<T>,
): Promise<T> {
  const { log, server, id: request_id } = request
  const ip = clientAddress(request)
  const record = (user_id: number, isFailure: boolean) =>
    recordSignIn(server.orm, { user_id, isFailure, surface, request_id }).catch((err: unknown) =>
      log.error({ err, user_id }, 'a sign-in could not be added to the history'),
    )
  try {
    const result = await attempt()
    log.info({ user_id: result.user_id, ip, surface }, 'signed in')
    await record(result.user_id, false)
    return result
  } catch (error) {
    if (error instanceof OpenIdFailure) logFailure(request, surface, error)
    if (!(error instanceof IncorrectCredentials || error instanceof SignInRefused)) throw error
    const { user_id } = error
    const reason = error instanceof SignInRefused ? error.reason : undefined
    log.warn({ user_id, ip, surface, reason }, 'sign-in failed')
    // Not awaited: the time of the response must not reveal whether the email has an account.
    if (user_id !== null) void record(user_id, true)
    throw error
  }
}

/** Logs that a person could not sign in at the OpenID provider. */
export function logFailure(
  request: FastifyRequest,
  surface: Actor['surface'],
  { reason, detail }: OpenIdFailure,
): void {
  request.log.warn({ user_id: null, ip: clientAddress(request), surface, reason, detail }, 'sign-in failed')
}
