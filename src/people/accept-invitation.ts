import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { hashNewPassword, Password, passwordHint } from '../access/password.ts'
import { createSession, type NewSession, type SessionClient } from '../access/session.ts'
import { users } from '../access/user.ts'
import { type EntityManager, type MikroORM, transact } from '../database/transaction.ts'
import { lockRecord } from '../record/lock-record.ts'
import { translations } from '../record/rules/description.ts'
import { invitedUser } from './invitation.ts'
import { replacePassword } from './password.ts'

/** The input of the form behind the link of an invited user. */
export const FirstPassword = z.object({
  password: Password.describe(passwordHint.en).register(translations, passwordHint),
})
export type FirstPassword = z.output<typeof FirstPassword>

/**
 * Sets the password of the user whose link has this secret, which ends the link, and signs the user in. A password that
 * is rejected leaves the link valid.
 */
export async function acceptInvitation(
  orm: MikroORM,
  secret: string,
  { password }: FirstPassword,
  client: SessionClient,
  request_id: string,
  claim: (em: EntityManager) => Promise<void>,
): Promise<NewSession> {
  // Passwords are hashed outside the transaction: that takes long, and would hold a connection.
  const { id, ...owner } = await invitedUser(orm.em.fork(), secret)
  const hash = await hashNewPassword(password, owner)
  return transact(orm, async (em) => {
    await claim(em)
    await lockRecord(em, users, { id })
    // The link may have ended in the meantime.
    const user = await invitedUser(em, secret)
    const { name, role, status } = user
    const actor: Actor = {
      by: { type: 'user', id, name },
      credential: `user:${id}`,
      person: { id, name, role, status },
      surface: 'admin',
      request_id,
    }
    await replacePassword(em, actor, user, hash)
    return createSession(em, user, client)
  })
}
