import { defineEntity, LockMode, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { createSession, type NewSession, type SessionClient } from '../access/session.ts'
import { type StoredUser, users } from '../access/user.ts'
import { type MikroORM, transact } from '../database/transaction.ts'
import { addHistory } from '../journal/save.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { concurrentChange } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { accountEmail } from '../record/rules/email.ts'
import { Id } from '../record/rules/id.ts'
import { endInvitation } from './invitation.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(
    Id,
    p.manyToOne(users).mapToPk().fieldName('user_id').updateRule('no action').deleteRule('cascade'),
  ),
  issuer: field(z.string(), p.text()),
  // The id of the account at the issuer, which it never gives to another person.
  subject: field(z.string(), p.text()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** The account of an OpenID provider with which a user signs in: at each issuer one. */
export const openIdAccounts = defineEntity({
  name: 'openid_account',
  tableName: 'openid_accounts',
  properties: columns(fields),
  uniques: [
    { name: 'openid_accounts_subject_taken', properties: ['issuer', 'subject'] },
    { name: 'openid_accounts_issuer_taken', properties: ['user_id', 'issuer'] },
  ],
})

/**
 * Ends the link of a user, whose row is locked, with accounts of OpenID providers. The next sign-in links the account that
 * has the email of the user. Returns whether there was a link.
 */
export async function unlinkAccounts(em: EntityManager, actor: Actor, user: StoredUser): Promise<boolean> {
  requireAdministrator(actor)
  const wasLinked = (await em.nativeDelete(openIdAccounts, { user_id: user.id })) > 0
  if (wasLinked) addHistory(em, actor, user, 'unlinked', {})
  return wasLinked
}

/** An account that an OpenID provider vouches for. */
export type OpenIdIdentity = {
  issuer: string
  subject: string
  /** Returns the verified email of the account. Called only if no user is linked to the account. */
  verifiedEmail: () => Promise<string>
}

/** Why a person whom the provider vouches for is not signed in. */
export type RefusalReason = 'no_verified_email' | 'unknown_email' | 'another_account' | 'blocked'

/** The refusal to sign a person in. `email` is that of the account, for the person alone. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason
  readonly user_id: number | null
  readonly email: string | undefined

  constructor(reason: RefusalReason, { user_id = null, email }: { user_id?: number | null; email?: string }) {
    super(`sign-in refused: ${reason}`)
    this.reason = reason
    this.user_id = user_id
    this.email = email
  }
}

/**
 * Signs the user in who is linked to an account of an OpenID provider. At the first time that is the user with the
 * verified email of the account; later it is the user of the account, whatever its email. Ends an open invitation.
 *
 * @throws SignInRefused if there is no such user, the user is blocked or is linked to another account
 */
export async function signInByOpenId(
  orm: MikroORM,
  { issuer, subject, verifiedEmail }: OpenIdIdentity,
  client: SessionClient,
  request_id: string,
): Promise<NewSession> {
  const known = await orm.em.fork().findOne(openIdAccounts, { issuer, subject })
  const email = known ? undefined : await verifiedEmail()
  return transact(orm, async (em) => {
    const user = known ? await lockUser(em, { id: known.user_id }) : await lockUserOf(em, email)
    if (!user) throw new SignInRefused('unknown_email', email === undefined ? {} : { email })
    if (user.status === 'blocked') throw new SignInRefused('blocked', { user_id: user.id })
    const linked = await em.findOne(openIdAccounts, { user_id: user.id, issuer })
    if (known && !linked) throw concurrentChange()
    if (linked && linked.subject !== subject)
      throw new SignInRefused('another_account', { user_id: user.id, email: user.email })
    if (!linked) {
      em.create(openIdAccounts, { user_id: user.id, issuer, subject })
      addHistory(em, actorOf(user, request_id), user, 'linked', {})
    }
    await endInvitation(em, user.id)
    await em.flush()
    return createSession(em, user, client)
  })
}

// Only ASCII letters match regardless of case: K, the sign of kelvin, is k in lower case.
async function lockUserOf(em: EntityManager, email = ''): Promise<StoredUser | null> {
  const lowerCase = email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const valid = accountEmail.safeParse(lowerCase)
  return valid.data === lowerCase ? lockUser(em, { email: lowerCase }) : null
}

function lockUser(em: EntityManager, where: { id: number } | { email: string }): Promise<StoredUser | null> {
  return em.findOne(users, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

function actorOf({ id, name, role, status }: StoredUser, request_id: string): Actor {
  return {
    by: { type: 'user', id, name },
    credential: `user:${id}`,
    person: { id, name, role, status },
    surface: 'admin',
    request_id,
  }
}
