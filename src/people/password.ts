import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { type Actor, actingUserId } from '../access/actor.ts'
import { Login } from '../access/authenticate-user.ts'
import { endConnections } from '../access/oauth/connection.ts'
import { hashNewPassword, Password, passwordHint, verifyPassword } from '../access/password.ts'
import { requireActive, requireSelf } from '../access/policy.ts'
import { createSession, endUserSessions, type NewSession, type SessionClient } from '../access/session.ts'
import { type StoredUser, users } from '../access/user.ts'
import type { EntityManager, MikroORM } from '../database/transaction.ts'
import { addHistory } from '../journal/save.ts'
import { storedResult, write } from '../journal/write.ts'
import { phrase } from '../language/phrase.ts'
import { type Fault, invalid, policyDenied } from '../record/fault.ts'
import { translations } from '../record/rules/description.ts'
import { endInvitation } from './invitation.ts'
import { revokeUserTokens } from './token-revocation.ts'

/** The input that changes the actor's own password. */
export const OwnPasswordChange = z.object({
  current_password: Login.shape.password,
  password: Password.describe(passwordHint.en).register(translations, passwordHint),
})
export type OwnPasswordChange = z.output<typeof OwnPasswordChange>

/**
 * Changes the password of the user who acts, ends all of the user's sessions and revokes the user's tokens. Returns a
 * new session that replaces the current one.
 *
 * @throws Fault `validation_failed` on `current_password` if it is wrong; `policy_denied` if the user is not active
 */
export async function changeOwnPassword(
  orm: MikroORM,
  actor: Actor,
  { current_password, password }: OwnPasswordChange,
  client: SessionClient,
  claim: (em: EntityManager) => Promise<void> = async () => undefined,
): Promise<NewSession> {
  const id = actingUserId(actor)
  requireActive(actor)
  const user = storedResult(await write(orm, actor, (em) => em.findOne(users, { id })))
  // Passwords are hashed outside the transaction: that takes long, and would hold a connection.
  if (!user || !(await verifyPassword(current_password, user.password))) throw wrongPassword()
  const hash = await hashNewPassword(password, user)
  const changed = await write(orm, actor, async (em) => {
    await claim(em)
    const locked = await em.findOne(users, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (locked?.password !== user.password) throw wrongPassword()
    if (locked.status !== 'active') throw policyDenied()
    await replacePassword(em, actor, locked, hash)
    return createSession(em, locked, client)
  })
  return storedResult(changed)
}

function wrongPassword(): Fault {
  return invalid({ current_password: phrase('validation.wrongPassword') })
}

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
