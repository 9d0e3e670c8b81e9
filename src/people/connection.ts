import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, actingUserId } from '../access/actor.ts'
import { lockActingUser } from '../access/current-caller.ts'
import { oauthRecords } from '../access/oauth/record.ts'
import { documentDays } from '../access/oauth/store.ts'
import { requireSelf, requireWriter } from '../access/policy.ts'
import { users } from '../access/user.ts'
import { addHistory } from '../journal/save.ts'
import { notFound } from '../record/fault.ts'
import { digest } from '../record/token-format.ts'

// A grant without valid tokens is deleted, so its own time is only a bound.
const grantDays = 3650

/** What a person allows a client: to read by the resource. */
export type NewConnection = { client_id: string; client_name: string; resource: string; scope: string }

/**
 * Connects a client with the user who acts. Returns the id of the grant. A second consent to the same client keeps the
 * connection, and its tokens.
 */
export async function connect(em: EntityManager, actor: Actor, input: NewConnection): Promise<string> {
  requireWriter(actor)
  await lockActingUser(em, actor)
  const user_id = actingUserId(actor)
  const { client_id, client_name: name, resource, scope } = input
  const existing = await em.findOne(oauthRecords, { model: 'Grant', user_id, client_id })
  const known = existing?.payload.grant_id
  const id = typeof known === 'string' ? known : randomBytes(32).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const exp = now + grantDays * 86_400
  const payload = {
    kind: 'Grant',
    iat: now,
    exp,
    grant_id: id,
    accountId: String(user_id),
    clientId: client_id,
    openid: { scope },
    resources: { [resource]: scope },
  }
  const expires_at = new Date(exp * 1000).toISOString()
  if (existing) Object.assign(existing, { payload, name, expires_at })
  else
    em.create(oauthRecords, {
      model: 'Grant',
      digest: digest(id),
      user_id,
      client_id,
      name,
      payload,
      expires_at,
    })
  await addEntry(em, actor, user_id, 'connected', { from: null, to: name })
  await em.flush()
  await em.nativeUpdate(
    oauthRecords,
    { model: 'Client', digest: digest(client_id) },
    { last_used_at: new Date().toISOString() },
  )
  await em.nativeUpdate(
    oauthRecords,
    { model: 'ClientDocument', digest: digest(client_id) },
    { expires_at: new Date((now + documentDays * 86_400) * 1000).toISOString() },
  )
  return id
}

/** Ends a connection, of the user who acts or by an admin. Throws `not_found`. */
export async function revokeConnection(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const grant = await em.findOne(oauthRecords, { id, model: 'Grant' })
  if (!grant?.user_id) throw notFound()
  requireSelf(actor, grant.user_id)
  // Two at once would both add an entry to the history.
  if ((await em.nativeDelete(oauthRecords, { id })) === 0) throw notFound()
  await em.nativeDelete(oauthRecords, { grant_digest: grant.digest })
  await addEntry(em, actor, grant.user_id, 'disconnected', { from: grant.name, to: null })
  await em.flush()
}

async function addEntry(
  em: EntityManager,
  actor: Actor,
  user_id: number,
  event: string,
  client: { from: string | null; to: string | null },
): Promise<void> {
  addHistory(em, actor, await em.findOneOrFail(users, { id: user_id }), event, { client })
}
