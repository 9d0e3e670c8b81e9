import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Read, readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Person } from '../person.ts'
import { policyAllows } from '../policy.ts'
import { oauthRecords, type StoredOAuthRecord } from './record.ts'

const maxListed = 500

/** A person's connection with a client. */
export type Connection = Pick<
  StoredOAuthRecord,
  'id' | 'name' | 'client_id' | 'created_at' | 'last_used_at'
> & {
  user_id: number
  user_name: string
}

/** Ends all connections of a user whose row is locked. */
export async function endConnections(em: EntityManager, user_id: number): Promise<void> {
  await em.nativeDelete(oauthRecords, { user_id })
}

/** Returns the connections that a person may see, newest first: an admin all, others their own. At most 500. */
export function listConnections(read: Read, person: Person): Promise<Connection[]> {
  return read(selectConnections({ user_id: policyAllows('administer', person) ? null : person.id }))
}

const selectConnections = statement('oauth.connections', { user_id: 1 }, (_: { user_id: number | null }) =>
  db
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
  const run = readInTransaction(em)
  await run(deleteExpired({}))
  await run(deleteGrantsWithoutTokens({}))
}

const deleteExpired = statement(
  'oauth.delete_expired',
  {},
  () => sql`
    delete from oauth_records where expires_at < now()
      or (model = 'Client' and last_used_at is null and created_at < now() - interval '1 day')`,
)

const deleteGrantsWithoutTokens = statement(
  'oauth.delete_grants',
  {},
  () => sql`
    delete from oauth_records as connection
    where model = 'Grant' and created_at < now() - interval '1 hour'
      and not exists (select from oauth_records as token where token.grant_digest = connection.digest)`,
)
