import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { phrase } from '../language/phrase.ts'
import { Fault } from '../record/fault.ts'
import { accountEmail } from '../record/rules/email.ts'
import { rule } from '../record/rules/rule.ts'
import { storableString } from '../record/rules/text.ts'
import { verifyPassword } from './password.ts'
import { type StoredUser, users } from './user.ts'

/** The email and password of a user. The password is not trimmed. */
export const Login = z.object({
  email: accountEmail,
  password: rule((value) => (value === '' ? null : value), storableString(1024)),
})
export type Login = z.output<typeof Login>

/**
 * Returns the user with this email and password.
 *
 * @throws Fault with the same message and after the same time whether the email is unknown, the password is
 * wrong or the user is blocked, so that it does not reveal which emails have an account
 */
export async function authenticateUser(em: EntityManager, { email, password }: Login): Promise<StoredUser> {
  const user = await em.findOne(users, { email })
  const matches = await verifyPassword(password, user?.password)
  if (!user || !matches || user.status === 'blocked') throw new IncorrectCredentials(user?.id ?? null)
  return user
}

/**
 * Locks an authenticated user until the end of the transaction. A change of the password, email or status waits for
 * the lock, so it also ends the session or token that this transaction creates.
 *
 * @throws Fault as for a wrong password if the password or email has changed or the user is blocked or deleted
 */
export async function lockAuthenticatedUser(
  em: EntityManager,
  { id, email, password }: StoredUser,
): Promise<void> {
  const user = await em.findOne(users, { id, email, password }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!user || user.status === 'blocked') throw new IncorrectCredentials(id)
}

/** The fault for a wrong email or password. The response does not contain the id of the user with the email. */
export class IncorrectCredentials extends Fault {
  readonly user_id: number | null

  constructor(user_id: number | null) {
    super('validation_failed', phrase('fault.validationFailed'), {
      email: [phrase('validation.wrongCredentials')],
    })
    this.user_id = user_id
  }
}
