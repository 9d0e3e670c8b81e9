import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { snapshotColumn } from '../database/snapshot.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { isWellFormedSecret } from '../record/rules/secret-format.ts'
import type { Caller, CallerFinder } from './caller.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { personColumns } from './person.ts'
import { digest } from './secret.ts'

/** Returns a finder of the callers with an access token. */
export function accessTokenCallerFinder(read: Read, lastUse: LastUseTracker): CallerFinder {
  const needsQuery = (secret: string) => isWellFormedSecret('ops', secret)
  const find = async (secret: string) => {
    if (!needsQuery(secret)) return null
    const [row] = await read(validToken({ digest: digest(secret) }))
    if (!row) return null
    lastUse.touch(row.token_id, row.last_used_at)
    return {
      by: { type: 'user', id: row.id, name: row.name },
      credential: `access_token:${row.token_id}`,
      abilities: row.abilities,
      person: { id: row.id, name: row.name, role: row.role, status: row.status },
      token: { id: row.token_id, name: row.token_name },
      stored: { table: 'tokens', id: row.token_id, abilities: row.abilities },
      snapshot: row.snapshot,
    } satisfies Caller
  }
  return { find, needsQuery }
}

const validToken = statement('tokens.of_user', { digest: 'f0e1' }, () =>
  db
    .selectFrom('tokens as token')
    .innerJoin('users as person', 'person.id', 'token.user_id')
    .select([
      'token.id as token_id',
      'token.name as token_name',
      'token.abilities',
      'token.last_used_at',
      ...personColumns,
      snapshotColumn.as('snapshot'),
    ])
    .where('token.prefix', '=', sql.lit('ops'))
    .where('token.digest', '=', param<string>('digest'))
    .where('token.revoked_at', 'is', null)
    .where(sql<boolean>`(token.expires_at is null or token.expires_at > now())`)
    .where('person.status', '<>', sql.lit('blocked')),
)
