import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { generatePassword, hashPassword } from '../access/password.ts'
import type { Role, UserStatus } from '../access/person.ts'
import { type StoredUser, users } from '../access/user.ts'
import { lock } from '../database/lock.ts'
import { change, create } from '../journal/save.ts'
import { accountEmail } from '../record/email.ts'
import { Fault } from '../record/fault.ts'
import { validate } from '../record/validate.ts'

/** What makes a person's account. */
export type NewUser = { email: string; name: string; role: Role; password: string }

/** Creates an account. Its address is its name: nobody else has it, in any case. */
export async function createUser(em: EntityManager, actor: Actor, input: NewUser): Promise<StoredUser> {
  const [email, password] = [addressOf(input.email), await hashPassword(input.password)]
  return create(em, actor, users, { ...input, email, password })
}

/** Everybody with an account, by number. */
export async function listUsers(em: EntityManager): Promise<StoredUser[]> {
  return em.find(users, {}, { orderBy: { id: 'asc' } })
}

/** Gives a person another password. */
export async function setPassword(em: EntityManager, actor: Actor, email: string, password: string) {
  return changed(em, actor, email, { password: await hashPassword(password) })
}

/** Gives a person another role; what they may do follows with their next request. */
export async function setRole(em: EntityManager, actor: Actor, email: string, role: Role) {
  return changed(em, actor, email, { role })
}

/** Lets a person in, in to read, or not at all, from their next request. */
export async function setStatus(em: EntityManager, actor: Actor, email: string, status: UserStatus) {
  return changed(em, actor, email, { status })
}

/** The first admin's login, where there is nobody yet; null where somebody is. */
export async function ensureAdmin(
  em: EntityManager,
  actor: Actor,
  wanted: { email: string; password: string | undefined },
): Promise<{ email: string; password: string; generated: boolean } | null> {
  await lock(em, 'users.first')
  if ((await em.count(users)) > 0) return null
  const login = { email: addressOf(wanted.email), password: wanted.password ?? generatePassword() }
  await createUser(em, actor, { ...login, name: 'Administrator', role: 'admin' })
  return { ...login, generated: wanted.password === undefined }
}

async function changed(em: EntityManager, actor: Actor, email: string, values: Partial<StoredUser>) {
  const user = await em.findOne(users, { email: addressOf(email) }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw new Fault('not_found', `There is no user ${email}.`)
  change(em, actor, user, values)
  return user
}

// One account whatever the case its address is typed in.
function addressOf(email: string): string {
  return validate(accountEmail, email)
}
