import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { snapshotColumn } from '../../database/snapshot.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { digest } from '../../record/token-format.ts'
import type { Caller, CallerFinder } from '../caller.ts'
import type { LastUseTracker } from '../last-use-tracker.ts'
import { personColumns } from '../person.ts'

const tokenPattern = /^[\w-]{43}$/

/**
 * Returns a finder of the callers with an OAuth access token. It finds none once the grant is revoked, or if the person
 * is not an active admin or manager. `resource` returns the one resource whose tokens are accepted.
 */
export function oauthCallerFinder(read: Read, lastUse: LastUseTracker, resource: () => string): CallerFinder {
  const needsQuery = (secret: string) => tokenPattern.test(secret)
  const find = async (secret: string) => {
    if (!needsQuery(secret)) return null
    const [row] = await read(validAccessToken({ digest: digest(secret), resource: resource() }))
    if (!row) return null
    lastUse.touch(row.grant_id, row.last_used_at)
    return {
      by: { type: 'user', id: row.id, name: row.name },
      credential: `oauth:${row.grant_id}`,
      abilities: ['read'],
      person: { id: row.id, name: row.name, role: row.role, status: row.status },
      client: { name: row.client_name ?? row.client_id ?? '' },
      grant_id: row.grant_id,
      snapshot: row.snapshot,
    } satisfies Caller
  }
  return { find, needsQuery }
}

const validAccessToken = statement(
  'oauth.access_token',
  { digest: 'f0e1', resource: 'https://ops.example.com/mcp' },
  () =>
    db
      .selectFrom('oauth_records as token')
      .innerJoin('oauth_records as grant', 'grant.digest', 'token.grant_digest')
      .innerJoin('users as person', 'person.id', 'token.user_id')
      .select([
        'grant.id as grant_id',
        'grant.name as client_name',
        'grant.client_id',
        'grant.last_used_at',
        ...personColumns,
        snapshotColumn.as('snapshot'),
      ])
      .where('token.model', '=', sql.lit('AccessToken'))
      .where('token.digest', '=', param<string>('digest'))
      .where('token.expires_at', '>', sql<string>`now()`)
      .where(sql<boolean>`token.payload->>'aud' = ${param('resource')}`)
      .where('grant.model', '=', sql.lit('Grant'))
      .where(sql<boolean>`"grant".user_id = token.user_id`)
      .where('grant.expires_at', '>', sql<string>`now()`)
      .where('person.status', '=', sql.lit('active'))
      .where(sql<boolean>`person.role in ('admin', 'manager')`),
)

/** Returns whether a user is an active admin or manager, who may connect clients. */
export async function findActiveWriter(read: Read, id: number): Promise<boolean> {
  return (await read(activeWriter({ id }))).length > 0
}

const activeWriter = statement('oauth.active_writer', { id: 1 }, () =>
  db
    .selectFrom('users as person')
    .select('person.id')
    .where('person.id', '=', param<number>('id'))
    .where('person.status', '=', sql.lit('active'))
    .where(sql<boolean>`person.role in ('admin', 'manager')`),
)
