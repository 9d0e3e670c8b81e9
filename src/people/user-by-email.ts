import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { guessableSentence, isGuessable } from '../access/guessable-password.ts'
import { generatePassword, hashNewPassword, hashPassword } from '../access/password.ts'
import type { Role, UserStatus } from '../access/person.ts'
import { type StoredUser, users } from '../access/user.ts'
import { lock } from '../database/lock.ts'
import { change, create } from '../journal/save.ts'
import { Fault } from '../record/fault.ts'
import { accountEmail } from '../record/rules/email.ts'
import { validate } from '../record/validation/validate.ts'
import { changeLockedUser, replacePassword } from './locked-user.ts'
import { revokeUserTokens } from './token-revocation.ts'

/** Creates a user. The email is unique regardless of case. */
export async function createUser(
  em: EntityManager,
  actor: Actor,
  input: { email: string; name: string; role: Role; password: string },
): Promise<StoredUser> {
  const email = normalizeEmail(input.email)
  const password = await hashNewPassword(input.password, { ...input, email })
  return create(em, actor, users, { ...input, email, password })
}

/** Returns all users, ordered by id. */
export async function listUsers(em: EntityManager): Promise<StoredUser[]> {
  return em.find(users, {}, { orderBy: { id: 'asc' } })
}

/**
 * Sets the password of a user, ends the user's sessions and revokes the user's tokens. Returns how many operations
 * tokens were revoked.
 */
export async function setPasswordByEmail(
  em: EntityManager,
  actor: Actor,
  email: string,
  password: string,
): Promise<number> {
  const user = await lockUser(em, email)
  return replacePassword(em, actor, user, await hashNewPassword(password, user))
}

/** Sets the role of a user. It takes effect with the next request. */
export async function setRoleByEmail(em: EntityManager, actor: Actor, email: string, role: Role) {
  change(em, actor, await lockUser(em, email), { role })
}

/**
 * Sets the status of a user. It takes effect with the next request. Blocking and unblocking end the user's sessions
 * and revoke the user's tokens. Returns how many operations tokens were revoked.
 */
export async function setStatusByEmail(
  em: EntityManager,
  actor: Actor,
  email: string,
  status: UserStatus,
): Promise<number> {
  return changeLockedUser(em, actor, await lockUser(em, email), { status })
}

/** Revokes all operations tokens of a user. Returns how many were revoked. */
export async function revokeTokensByEmail(em: EntityManager, actor: Actor, email: string): Promise<number> {
  const user = await lockUser(em, email)
  return revokeUserTokens(em, actor, 'ops', user.id)
}

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
  await lock(em, 'users.first')
  if ((await em.count(users)) > 0) return null
  const email = normalizeEmail(input.email)
  const owner = { email, name: 'Administrator' }
  const generated = input.password === undefined
  const password = input.password ?? generatePassword()
  const guessable = !generated && (await isGuessable(password, owner))
  if (guessable && input.rejectsGuessable) throw new Error(`ADMIN_PASSWORD ${guessableSentence}`)
  await create(em, actor, users, { ...owner, role: 'admin', password: await hashPassword(password) })
  return { email, password, generated, isGuessable: guessable }
}

/** Returns the user with this email. Throws `not_found`. */
export async function findUserByEmail(
  em: EntityManager,
  email: string,
  options: { lockMode?: LockMode } = {},
): Promise<StoredUser> {
  const user = await em.findOne(users, { email: normalizeEmail(email) }, options)
  if (!user) throw new Fault('not_found', `User ${email} does not exist.`)
  return user
}

// Locks the user until the end of the transaction.
async function lockUser(em: EntityManager, email: string): Promise<StoredUser> {
  return findUserByEmail(em, email, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

// Trims and lower-cases the email, so that it identifies one account regardless of case.
function normalizeEmail(email: string): string {
  return validate(accountEmail, email)
}
