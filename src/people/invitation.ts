import { randomBytes } from 'node:crypto'
import { defineEntity, LockMode, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { hashNewPassword, Password, passwordHint } from '../access/password.ts'
import { requireAdministrator } from '../access/policy.ts'
import { digest } from '../access/secret.ts'
import type { SessionClient } from '../access/session.ts'
import { createSession, type NewSession } from '../access/session-lifecycle.ts'
import { type StoredUser, users } from '../access/user.ts'
import { type MikroORM, transact } from '../database/transaction.ts'
import { addHistory } from '../journal/save.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import { replacePassword } from './replace-password.ts'

const secretBytes = 32
const validForMs = 72 * 3_600_000

const fields = {
  // A new link ends the one before.
  user_id: field(
    Id,
    p.manyToOne(users).mapToPk().fieldName('user_id').primary().updateRule('no action').deleteRule('cascade'),
  ),
  digest: field(z.string(), p.text().unique('invitations_digest_taken').hidden()),
  expires_at: field(Timestamp, timestampColumn()),
}

/** A link with which a user chooses a password once, within 72 hours. Only the digest of its secret is stored. */
export const invitations = defineEntity({
  name: 'invitation',
  tableName: 'invitations',
  properties: columns(fields),
})

/** The input of the form behind the link. */
export const FirstPassword = z.object({ password: Password.describe(passwordHint) })
export type FirstPassword = z.output<typeof FirstPassword>

/** Creates the link of a user whose row is locked, and ends an earlier one. The secret is returned only here. */
export async function invite(em: EntityManager, actor: Actor, user: StoredUser): Promise<string> {
  requireAdministrator(actor)
  const secret = randomBytes(secretBytes).toString('base64url')
  const expires_at = new Date(Date.now() + validForMs).toISOString()
  await endInvitation(em, user.id)
  em.create(invitations, { user_id: user.id, digest: digest(secret), expires_at })
  addHistory(em, actor, user, 'invited', {})
  await em.flush()
  return secret
}

/** Returns the address of the link with this secret. */
export function invitationUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/admin/invitation/${secret}`
}

/** Ends the link of a user, if there is one. */
export async function endInvitation(em: EntityManager, user_id: number): Promise<void> {
  await em.nativeDelete(invitations, { user_id })
}

/** Returns the user whose link has this secret. Throws `not_found` if the link was used, replaced or has expired. */
export async function invitedUser(em: EntityManager, secret: string, options: FindOneOptions = {}) {
  const now = new Date().toISOString()
  const invitation = await em.findOne(
    invitations,
    { digest: digest(secret), expires_at: { $gt: now } },
    options,
  )
  const user = invitation && (await em.findOne(users, { id: invitation.user_id }, options))
  if (!user || user.status === 'blocked') throw new Fault('not_found', invalidLink)
  return user
}
type FindOneOptions = { lockMode?: LockMode }

const invalidLink = 'This link is not valid any more. Ask an admin for a new one.'

/**
 * Sets the password of the user whose link has this secret, ends the link, and signs the user in. A password that is
 * rejected leaves the link valid.
 */
export async function acceptInvitation(
  orm: MikroORM,
  secret: string,
  { password }: FirstPassword,
  client: SessionClient,
  request_id: string,
): Promise<NewSession> {
  // Passwords are hashed outside the transaction: that takes long, and would hold a connection.
  const hash = await hashNewPassword(password, await invitedUser(orm.em.fork(), secret))
  return transact(orm, async (em) => {
    const user = await invitedUser(em, secret, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const { id, name, role, status } = user
    const actor: Actor = {
      by: { type: 'user', id, name },
      credential: `user:${id}`,
      person: { id, name, role, status },
      surface: 'admin',
      request_id,
    }
    await replacePassword(em, actor, user, hash)
    await endInvitation(em, id)
    await em.flush()
    return createSession(em, user, client)
  })
}
