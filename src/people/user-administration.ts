import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller } from '../access/current-caller.ts'
import { generatePassword, hashNewPassword, Password, passwordHint } from '../access/password.ts'
import { policyAllows, requireAdministrator } from '../access/policy.ts'
import { StoredUser, type User, users } from '../access/user.ts'
import { lock } from '../database/lock.ts'
import { readInTransaction } from '../database/read.ts'
import { change, create } from '../journal/save.ts'
import { phrase } from '../language/phrase.ts'
import { Fault, notFound } from '../record/fault.ts'
import type { Precondition } from '../record/lock-record.ts'
import { translations } from '../record/rules/description.ts'
import { accountEmail } from '../record/rules/email.ts'
import { rule } from '../record/rules/rule.ts'
import { validate } from '../record/validation/validate.ts'
import { endInvitation, invite } from './invitation.ts'
import { unlinkAccounts } from './openid.ts'
import { endAccess, endWriterAccess, replacePassword } from './password.ts'
import { revokeUserTokens } from './token-revocation.ts'
import { readUser } from './user-list.ts'

// A form sends an empty string for a password that was not entered.
const optionalPassword = rule(
  (value) => (value === '' || value === null ? undefined : value),
  Password.optional(),
)

/** The input that sets the password of a user. */
export const NewPassword = z.object({
  password: optionalPassword
    .optional()
    .meta({
      description: `${passwordHint.en}. If omitted, the user gets a link to choose one.`,
      format: 'password',
    })
    .register(translations, {
      ru: `${passwordHint.ru}. Если не задать, пользователь получит ссылку для выбора пароля.`,
    }),
})
export type NewPassword = z.output<typeof NewPassword>

/** The input for a new user. */
export const NewUser = StoredUser.pick({ email: true, name: true, role: true }).extend(NewPassword.shape)
export type NewUser = z.output<typeof NewUser>

/** The input that changes a user: any of the fields. */
export const UserChange = StoredUser.pick({ name: true, email: true, role: true, status: true })
  .extend({
    email: accountEmail
      .describe('Another email ends all access of the user: sessions, tokens, calendar address, connections')
      .register(translations, {
        ru: 'Смена почты прекращает весь доступ пользователя: сеансы, токены, адрес календаря, подключения',
      }),
  })
  .partial()
export type UserChange = z.output<typeof UserChange>

/** Identifies a user. The case of the email does not matter. */
export type UserKey = { id: number } | { email: string }

/** A user, and the password if it was generated. It is returned only once. */
export type UserWithPassword = { user: User; generated_password: string | null }

/** A new user, with the secret of a link to choose a password unless the input has one. It is returned only once. */
export type InvitedUser = UserWithPassword & { invitation: string | null }

/** How many operations tokens a change revoked. */
type Revoked = { revoked_tokens: number }

/**
 * Creates a user. Without a password in the input, one is generated, and a link with which the user can choose another.
 * The email is unique regardless of case.
 */
export async function createUser(em: EntityManager, actor: Actor, input: NewUser): Promise<InvitedUser> {
  requireAdministrator(actor)
  const user = { ...input, email: validate(accountEmail, input.email) }
  const { hash, generated_password } = await hashOrGenerate(input, user)
  const { id } = await create(em, actor, users, { ...user, password: hash })
  const invitation =
    generated_password === null ? null : await invite(em, actor, await em.findOneOrFail(users, { id }))
  return { user: await readUser(readInTransaction(em), id), generated_password, invitation }
}

/**
 * Changes a user. Takes effect with the user's next request. Another email, blocking and unblocking end all access of the
 * user, another role or status an invitation and what the user may not have any more.
 *
 * @throws Fault `conflict` if an admin leaves no active admin. A command may.
 */
export async function changeUser(
  em: EntityManager,
  actor: Actor,
  key: UserKey,
  input: UserChange,
  precondition: Precondition = async () => undefined,
): Promise<{ user: User } & Revoked> {
  requireAdministrator(actor)
  // Without the lock, two admins could demote each other at the same time.
  await lock(em, 'users.admins')
  const user = await lockUser(em, actor, key)
  await precondition()
  if (actor.person && isActiveAdmin(user) && !isActiveAdmin({ ...user, ...input }))
    await requireOtherAdmin(em, user.id)
  const before = { ...user }
  change<StoredUser>(em, actor, user, input)
  const hasNewEmail = user.email !== before.email
  const states = [before, user]
  // The account of an OpenID provider may be that of another person now.
  if (hasNewEmail) await unlinkAccounts(em, actor, user)
  // Unblocking too: a user who was blocked by SQL or an earlier version may still have sessions and tokens.
  const endsAccess = hasNewEmail || states.some(({ status }) => status === 'blocked')
  const revoked_tokens = endsAccess ? await endAccess(em, actor, user.id) : 0
  if (user.role !== before.role || user.status !== before.status) await endInvitation(em, user.id)
  if (!states.every((state) => policyAllows('write', state))) await endWriterAccess(em, actor, user.id)
  await em.flush()
  return { user: await readUser(readInTransaction(em), user.id), revoked_tokens }
}

/** Sets the password of a user, if necessary a generated one, and ends all access of the user. */
export async function setPassword(
  em: EntityManager,
  actor: Actor,
  key: UserKey,
  input: NewPassword,
): Promise<UserWithPassword & Revoked> {
  requireAdministrator(actor)
  const user = await lockUser(em, actor, key)
  const { hash, generated_password } = await hashOrGenerate(input, user)
  const revoked_tokens = await replacePassword(em, actor, user, hash)
  await em.flush()
  return { user: await readUser(readInTransaction(em), user.id), generated_password, revoked_tokens }
}

/** Creates a new link with which a user can choose a password, and ends the one before. Returns its secret. */
export async function inviteUser(em: EntityManager, actor: Actor, key: UserKey): Promise<string> {
  requireAdministrator(actor)
  return invite(em, actor, await lockUser(em, actor, key))
}

/** Ends the link of a user with the account of an OpenID provider, so that another account can be linked. */
export async function unlinkUser(em: EntityManager, actor: Actor, key: UserKey): Promise<void> {
  requireAdministrator(actor)
  await unlinkAccounts(em, actor, await lockUser(em, actor, key))
  await em.flush()
}

/** Revokes all operations tokens of a user. Returns how many were revoked. */
export async function revokeAllTokens(em: EntityManager, actor: Actor, key: UserKey): Promise<number> {
  requireAdministrator(actor)
  const { id } = await lockUser(em, actor, key)
  return revokeUserTokens(em, actor, 'ops', id)
}

/** Returns a user. Throws `not_found`. */
export async function findUser(
  em: EntityManager,
  key: UserKey,
  options: { lockMode?: LockMode } = {},
): Promise<StoredUser> {
  const user =
    'id' in key
      ? await em.findOne(users, key, options)
      : await em.findOne(users, { email: validate(accountEmail, key.email) }, options)
  if (user) return user
  throw 'id' in key ? notFound() : new Fault('not_found', `User ${key.email} does not exist.`)
}

/** Returns all users, ordered by id. */
export async function listUsers(em: EntityManager): Promise<StoredUser[]> {
  return em.find(users, {}, { orderBy: { id: 'asc' } })
}

// Reads the state of the caller again: the lock may have waited for a transaction that blocked the caller or replaced the
// caller's password.
async function lockUser(em: EntityManager, actor: Actor, key: UserKey): Promise<StoredUser> {
  const user = await findUser(em, key, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await requireCurrentCaller(em, actor)
  return user
}

async function hashOrGenerate({ password }: NewPassword, owner: Pick<StoredUser, 'name' | 'email'>) {
  const generated_password = password === undefined ? generatePassword() : null
  const hash = await hashNewPassword(password ?? generated_password ?? '', owner)
  return { hash, generated_password }
}

function isActiveAdmin({ role, status }: Pick<StoredUser, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active'
}

async function requireOtherAdmin(em: EntityManager, id: number): Promise<void> {
  const others = await em.count(users, { id: { $ne: id }, role: 'admin', status: 'active' })
  if (others === 0) throw new Fault('conflict', phrase('refusal.lastAdmin'))
}
