import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { type Actor, actingUserId } from '../access/actor.ts'
import { Login } from '../access/authenticate-user.ts'
import { hashNewPassword, Password, passwordHint, verifyPassword } from '../access/password.ts'
import { requireActive } from '../access/policy.ts'
import type { SessionClient } from '../access/session.ts'
import { createSession, type NewSession } from '../access/session-lifecycle.ts'
import { users } from '../access/user.ts'
import type { EntityManager, MikroORM } from '../database/transaction.ts'
import { storedResult, write } from '../journal/write.ts'
import { type Fault, invalid, policyDenied } from '../record/fault.ts'
import { replacePassword } from './replace-password.ts'

/** The input that changes the actor's own password. */
export const OwnPasswordChange = z.object({
  current_password: Login.shape.password,
  password: Password.describe(passwordHint),
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
  return invalid({ current_password: 'The current password is incorrect.' })
}
