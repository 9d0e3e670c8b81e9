import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { endConnections } from '../access/oauth/connection.ts'
import { requireActive, requireSelf } from '../access/policy.ts'
import { endUserSessions } from '../access/session-lifecycle.ts'
import type { StoredUser } from '../access/user.ts'
import { addHistory } from '../journal/save.ts'
import { revokeUserTokens } from './token-revocation.ts'

/**
 * Sets the password of a user whose row is locked, ends the user's sessions and revokes the user's tokens. Returns how
 * many operations tokens were revoked.
 */
export async function replacePassword(
  em: EntityManager,
  actor: Actor,
  user: StoredUser,
  hash: string,
): Promise<number> {
  requireActive(actor)
  requireSelf(actor, user.id)
  user.password = hash
  user.updated_by = actor.by
  addHistory(em, actor, user, 'updated', {})
  return endAccess(em, actor, user.id)
}

/** Ends the sessions and connections of a user whose row is locked and revokes the user's tokens. */
export async function endAccess(em: EntityManager, actor: Actor, user_id: number): Promise<number> {
  await endUserSessions(em, user_id)
  await endConnections(em, user_id)
  await revokeUserTokens(em, actor, 'cal', user_id)
  return revokeUserTokens(em, actor, 'ops', user_id)
}
