import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, actingUserId } from '../access/actor.ts'
import { requireAdministrator, requireSelf } from '../access/policy.ts'
import { type StoredToken, tokens } from '../access/token.ts'
import { addHistory } from '../journal/save.ts'
import { notFound } from '../record/fault.ts'
import type { Prefix } from '../record/token-format.ts'

/**
 * Revokes a token of one kind with immediate effect, of any user. Returns false if it does not exist or is already
 * revoked.
 */
export async function revokeToken(
  em: EntityManager,
  actor: Actor,
  prefix: Prefix,
  id: number,
): Promise<boolean> {
  requireAdministrator(actor)
  return (await revoke(em, actor, { id, prefix })) > 0
}

/** Revokes all tokens of one kind of a user, of the user who acts or by an admin. Returns their number. */
export async function revokeUserTokens(
  em: EntityManager,
  actor: Actor,
  prefix: Prefix,
  user_id: number,
): Promise<number> {
  requireSelf(actor, user_id)
  return revoke(em, actor, { user_id, prefix })
}

/** Revokes one of the actor's own tokens. Throws `not_found` if there is no such token or it is revoked. */
export async function revokeOwnToken(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const revoked = await revoke(em, actor, { id, prefix: 'ops', user_id: actingUserId(actor) })
  if (revoked === 0) throw notFound()
}

/** Revokes the token that authenticated the current request. */
export async function revokeCurrentToken(em: EntityManager, actor: Actor): Promise<void> {
  await revokeOwnToken(em, actor, actor.token?.id ?? 0)
}

async function revoke(em: EntityManager, actor: Actor, filter: Partial<StoredToken>): Promise<number> {
  const valid = await em.find(
    tokens,
    { ...filter, revoked_at: null },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const revoked_at = new Date().toISOString()
  for (const token of valid) {
    token.revoked_at = revoked_at
    addHistory(em, actor, token, 'updated', { revoked_at: { from: null, to: revoked_at } })
  }
  return valid.length
}
