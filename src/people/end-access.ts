import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { endConnections } from '../access/oauth/connection.ts'
import { endUserSessions } from '../access/session-lifecycle.ts'
import { endInvitation } from './invitation.ts'
import { revokeUserTokens } from './token-revocation.ts'

/**
 * Ends all access of a user whose row is locked: sessions, connections, calendar address, operations tokens and
 * invitation. Returns how many operations tokens were revoked.
 */
export async function endAccess(em: EntityManager, actor: Actor, user_id: number): Promise<number> {
  await endUserSessions(em, user_id)
  await endWriterAccess(em, actor, user_id)
  await endInvitation(em, user_id)
  return revokeUserTokens(em, actor, 'ops', user_id)
}

/** Ends the access of a user, whose row is locked, that only active admins and managers may have. */
export async function endWriterAccess(em: EntityManager, actor: Actor, user_id: number): Promise<void> {
  await endConnections(em, user_id)
  await revokeUserTokens(em, actor, 'cal', user_id)
}
