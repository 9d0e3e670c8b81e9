import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../record/fault.ts'
import { verifyPassword } from './password.ts'
import { type StoredUser, users } from './user.ts'

/**
 * Returns the user with this email and password.
 *
 * @throws Fault with the same message and after the same time whether the email is unknown, the password is
 * wrong or the user is blocked, so that it does not reveal which emails have an account
 */
export async function authenticateUser(
  em: EntityManager,
  { email, password }: { email: string; password: string },
): Promise<StoredUser> {
  const user = await em.findOne(users, { email })
  const matches = await verifyPassword(password, user?.password)
  if (!user || !matches || user.status === 'blocked')
    throw invalid({ email: 'The provided credentials are incorrect.' })
  return user
}
