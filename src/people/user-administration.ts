import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller } from '../access/current-caller.ts'
import { generatePassword, hashNewPassword, Password, passwordHint } from '../access/password.ts'
import { requireAdministrator } from '../access/policy.ts'
import { StoredUser, type User, users } from '../access/user.ts'
import { lock } from '../database/lock.ts'
import { readInTransaction } from '../database/read.ts'
import { Fault } from '../record/fault.ts'
import { lockRecord } from '../record/lock-record.ts'
import type { Precondition } from '../record/precondition.ts'
import { rule } from '../record/rules/rule.ts'
import { changeLockedUser, replacePassword } from './locked-user.ts'
import { createUser } from './user-by-email.ts'
import { readUser } from './user-list.ts'

// A form sends an empty string for a password that was not entered.
const optionalPassword = rule(
  (value) => (value === '' || value === null ? undefined : value),
  Password.optional(),
)

/** The input that sets the password of a user. */
export const NewPassword = z.object({
  password: optionalPassword.optional().meta({
    description: `${passwordHint}. If omitted, a password is generated.`,
    format: 'password',
  }),
})
export type NewPassword = z.output<typeof NewPassword>

/** The input for a new user. */
export const NewUser = StoredUser.pick({ email: true, name: true, role: true }).extend(NewPassword.shape)
export type NewUser = z.output<typeof NewUser>

/** The input that changes a user: any of the fields. */
export const UserChange = StoredUser.pick({ name: true, email: true, role: true, status: true }).partial()
export type UserChange = z.output<typeof UserChange>

/** A user, and the password if it was generated. It is returned only once. */
export type UserWithPassword = { user: User; generated_password: string | null }

/** Creates a user, if necessary with a generated password. The email is unique regardless of case. */
export async function createUserByAdmin(
  em: EntityManager,
  actor: Actor,
  { password, ...input }: NewUser,
): Promise<UserWithPassword> {
  requireAdministrator(actor)
  const generated_password = password ? null : generatePassword()
  const { id } = await createUser(em, actor, { ...input, password: password ?? generated_password ?? '' })
  return { user: await readUser(readInTransaction(em), id), generated_password }
}

/**
 * Changes a user. Takes effect with the user's next request. Blocking or unblocking ends the user's sessions and
 * revokes the user's tokens.
 *
 * @throws Fault `conflict` if no active admin would remain
 */
export async function changeUserByAdmin(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: UserChange,
  precondition: Precondition = async () => undefined,
): Promise<User> {
  requireAdministrator(actor)
  // Without the lock, two admins could demote each other at the same time.
  await lock(em, 'users.admins')
  const user = await lockUser(em, actor, id)
  await precondition()
  if (isActiveAdmin(user) && !isActiveAdmin({ ...user, ...input })) await requireOtherAdmin(em, id)
  await changeLockedUser(em, actor, user, input)
  await em.flush()
  return readUser(readInTransaction(em), id)
}

/**
 * Sets the password of a user, if necessary a generated one, ends the user's sessions and revokes the user's tokens.
 */
export async function setPasswordByAdmin(
  em: EntityManager,
  actor: Actor,
  id: number,
  { password }: NewPassword,
): Promise<UserWithPassword> {
  requireAdministrator(actor)
  const generated_password = password ? null : generatePassword()
  const user = await lockUser(em, actor, id)
  const hash = await hashNewPassword(password ?? generated_password ?? '', user)
  await replacePassword(em, actor, user, hash)
  await em.flush()
  return { user: await readUser(readInTransaction(em), id), generated_password }
}

// Reads the state of the caller again: the lock may have waited for a transaction that blocked the caller or replaced the
// caller's password.
async function lockUser(em: EntityManager, actor: Actor, id: number): Promise<StoredUser> {
  const user = await lockRecord(em, users, { id })
  await requireCurrentCaller(em, actor)
  return user
}

function isActiveAdmin({ role, status }: Pick<StoredUser, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active'
}

async function requireOtherAdmin(em: EntityManager, id: number): Promise<void> {
  const others = await em.count(users, { id: { $ne: id }, role: 'admin', status: 'active' })
  if (others === 0)
    throw new Fault(
      'conflict',
      'This user is the last active admin. Make another user an active admin before you change the role or status.',
    )
}
