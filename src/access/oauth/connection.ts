import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, tables } from '../../database/statement.ts'
import { notFound } from '../../record/fault.ts'
import { type Actor, actingUserId } from '../actor.ts'
import { lockActingUser } from '../current-caller.ts'
import type { Person } from '../person.ts'
import { policyAllows, requireSelf, requireWriter } from '../policy.ts'
import { digest } from '../secret.ts'
import type { StoredUser } from '../user.ts'
import { oauthRecords, type StoredOAuthRecord } from './record.ts'

// A grant without valid tokens is deleted, so its own time is only a bound.
const grantDays = 3650
const maxListed = 500

/** What a person allows a client: to read by the resource. */
export type NewConnection = { client_id: string; client_name: string; resource: string; scope: string }

/** A person's connection with a client. */
export type Connection = Pick<
  StoredOAuthRecord,
  'id' | 'name' | 'client_id' | 'created_at' | 'last_used_at'
> & {
  user_id: number
  user_name: string
}

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
  await em.flush()
  await em.nativeUpdate(
    oauthRecords,
    { model: 'Client', digest: digest(client_id) },
    { last_used_at: new Date().toISOString() },
  )
  return id
}

/** Ends a connection, of the user who acts or by an admin. Throws `not_found`. */
export async function revokeConnection(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const grant = await em.findOne(oauthRecords, { id, model: 'Grant' })
  if (!grant) throw notFound()
  requireSelf(actor, grant.user_id)
  await em.nativeDelete(oauthRecords, { grant_digest: grant.digest })
  await em.nativeDelete(oauthRecords, { id })
}

/** Ends all connections of a user whose row is locked. */
export async function endConnections(em: EntityManager, user_id: number): Promise<void> {
  await em.nativeDelete(oauthRecords, { user_id })
}

/** Returns the connections that a person may see, newest first: an admin all, others their own. At most 500. */
export function listConnections(read: Read, person: Person): Promise<Connection[]> {
  return read(selectConnections({ user_id: policyAllows('administer', person) ? null : person.id }))
}

const selectConnections = statement((_: { user_id: number | null }) =>
  tables<{ oauth_records: StoredOAuthRecord; users: StoredUser }>()
    .selectFrom('oauth_records as grant')
    .innerJoin('users as person', 'person.id', 'grant.user_id')
    .select([
      'grant.id',
      'grant.name',
      'grant.client_id',
      'grant.created_at',
      'grant.last_used_at',
      'person.id as user_id',
      'person.name as user_name',
    ])
    .where('grant.model', '=', sql.lit('Grant'))
    .where(sql<boolean>`(${param('user_id')}::bigint is null or person.id = ${param('user_id')}::bigint)`)
    .orderBy('grant.id', 'desc')
    .limit(sql.lit(maxListed)),
)

/**
 * Deletes expired records, the grants whose tokens have all expired, and the clients that registered a day ago and were
 * never connected.
 */
export async function deleteExpiredOAuth(em: EntityManager): Promise<void> {
  await sql`
    delete from oauth_records where expires_at < now()
      or (model = 'Client' and last_used_at is null and created_at < now() - interval '1 day')
  `.execute(em.getKysely())
  await sql`
    delete from oauth_records as connection
    where model = 'Grant' and created_at < now() - interval '1 hour'
      and not exists (select from oauth_records as token where token.grant_digest = connection.digest)
  `.execute(em.getKysely())
}
