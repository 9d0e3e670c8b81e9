import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { generatePassword, guessableSentence, hashPassword, isGuessable } from '../access/password.ts'
import { requireAdministrator } from '../access/policy.ts'
import { users } from '../access/user.ts'
import { lock } from '../database/lock.ts'
import { create } from '../journal/save.ts'
import { accountEmail } from '../record/rules/email.ts'
import { validate } from '../record/validation/validate.ts'

/** The login of the first admin. */
export type FirstAdmin = { email: string; password: string; generated: boolean; isGuessable: boolean }

/**
 * Creates the first admin, if necessary with a generated password. Returns null if there are users already. A password
 * that could be guessed is accepted, except if `rejectsGuessable`.
 */
export async function createFirstAdmin(
  em: EntityManager,
  actor: Actor,
  input: { email: string; password: string | undefined; rejectsGuessable: boolean },
): Promise<FirstAdmin | null> {
  requireAdministrator(actor)
  await lock(em, 'users.first')
  if ((await em.count(users)) > 0) return null
  const email = validate(accountEmail, input.email)
  const owner = { email, name: 'Administrator' }
  const generated = input.password === undefined
  const password = input.password ?? generatePassword()
  const guessable = !generated && (await isGuessable(password, owner))
  if (guessable && input.rejectsGuessable) throw new Error(`ADMIN_PASSWORD ${guessableSentence}`)
  await create(em, actor, users, { ...owner, role: 'admin', password: await hashPassword(password) })
  return { email, password, generated, isGuessable: guessable }
}
