import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireActive, requireSelf } from '../access/policy.ts'
import type { StoredUser } from '../access/user.ts'
import { addHistory } from '../journal/save.ts'
import { endAccess } from './end-access.ts'

/**
 * Sets the password of a user whose row is locked, and ends all access of the user. Returns how many operations tokens
 * were revoked.
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
