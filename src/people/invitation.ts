import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { type StoredUser, users } from '../access/user.ts'
import { addHistory } from '../journal/save.ts'
import { phrase } from '../language/phrase.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import { digest } from '../record/token-format.ts'

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

/** Ends the link of a user, if there is one. */
export async function endInvitation(em: EntityManager, user_id: number): Promise<void> {
  await em.nativeDelete(invitations, { user_id })
}

/** Returns the active user whose link has this secret. Throws `not_found` if the link has ended or expired. */
export async function invitedUser(em: EntityManager, secret: string): Promise<StoredUser> {
  const now = new Date().toISOString()
  const invitation = await em.findOne(invitations, { digest: digest(secret), expires_at: { $gt: now } })
  const user = invitation && (await em.findOne(users, { id: invitation.user_id }))
  if (user?.status !== 'active') throw new Fault('not_found', phrase('refusal.invitationEnded'))
  return user
}
