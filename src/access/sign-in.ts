import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../record/fault.ts'
import { isPassword } from './password.ts'
import { type StoredUser, users } from './user.ts'

/**
 * The person of an address and a password. Who is unknown, blocked or mistyped reads the same sentence, after the
 * same time: nobody learns which addresses have an account.
 */
export async function signIn(
  em: EntityManager,
  { email, password }: { email: string; password: string },
): Promise<StoredUser> {
  const user = await em.findOne(users, { email })
  const right = await isPassword(password, user?.password)
  if (!user || !right || user.status === 'blocked')
    throw invalid({ email: 'The provided credentials are incorrect.' })
  return user
}
