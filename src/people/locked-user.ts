import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { endUserSessions } from '../access/session-lifecycle.ts'
import type { StoredUser } from '../access/user.ts'
import { change } from '../journal/save.ts'
import { revokeUserTokens } from './token-revocation.ts'

/** The fields of a user that can be changed, other than the password. */
export type UserValues = Partial<Pick<StoredUser, 'name' | 'email' | 'role' | 'status'>>

/**
 * Changes a user whose row is locked. Blocking and unblocking end the user's sessions and revoke the user's tokens.
 * Returns how many operations tokens were revoked.
 */
export async function changeLockedUser(
  em: EntityManager,
  actor: Actor,
  user: StoredUser,
  values: UserValues,
): Promise<number> {
  // Unblocking too: a user who was blocked by SQL or an earlier version may still have sessions and tokens.
  const revokes = values.status === 'blocked' || user.status === 'blocked'
  change<StoredUser>(em, actor, user, values)
  return revokes ? revokeAccess(em, actor, user.id) : 0
}

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
  change(em, actor, user, { password: hash })
  return revokeAccess(em, actor, user.id)
}

async function revokeAccess(em: EntityManager, actor: Actor, user_id: number): Promise<number> {
  await endUserSessions(em, user_id)
  await revokeUserTokens(em, actor, 'cal', user_id)
  return revokeUserTokens(em, actor, 'ops', user_id)
}
