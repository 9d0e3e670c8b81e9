import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { snapshotColumn } from '../database/snapshot.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { digest, isWellFormedSecret, type Prefix } from '../record/token-format.ts'
import type { Caller, CallerFinder } from './caller.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { personColumns } from './person.ts'
import type { TokenKind } from './token-kinds.ts'

/** Returns a finder of the callers with a credential of one kind, from the environment or the database. */
export function callerFinder(
  kind: TokenKind,
  read: Read,
  environment: string[],
  lastUse: LastUseTracker,
): CallerFinder {
  const digests = environment.map(hash)
  const needsQuery = (secret: string) =>
    indexOf(digests, secret) < 0 && isWellFormedSecret(kind.prefix, secret)
  const find = async (secret: string) => {
    const index = indexOf(digests, secret)
    if (index >= 0) return environmentCaller(kind, `env:${index + 1}`, secret)
    if (!isWellFormedSecret(kind.prefix, secret)) return null
    const [token] = await read(validToken({ prefix: kind.prefix, digest: digest(secret) }))
    if (!token) return null
    lastUse.touch(token.id, token.last_used_at)
    return {
      by: { type: kind.type, id: token.id, name: token.name },
      credential: `${kind.type}:${token.id}`,
      abilities: token.abilities,
      direct: token.direct,
      stored: { table: 'tokens', id: token.id, abilities: token.abilities, direct: token.direct },
      display: token.display,
      expires_at: token.expires_at,
      snapshot: token.snapshot,
    } satisfies Caller
  }
  return { find, needsQuery }
}

const validToken = statement(
  'tokens.of_program',
  { prefix: 'pft', digest: 'f0e1' },
  (_: { prefix: Prefix; digest: string }) =>
    db
      .selectFrom('tokens')
      .select([
        'id',
        'name',
        'display',
        'abilities',
        'direct',
        'expires_at',
        'last_used_at',
        snapshotColumn.as('snapshot'),
      ])
      .where('prefix', '=', param<Prefix>('prefix'))
      .where('digest', '=', param<string>('digest'))
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`),
)

/** Returns why a stored token is not accepted any more. Undefined if it is valid, or if none has this secret. */
export async function endOfToken(
  read: Read,
  prefix: Prefix,
  secret: string,
): Promise<'revoked' | 'expired' | undefined> {
  if (!isWellFormedSecret(prefix, secret)) return undefined
  const [token] = await read(tokenEnd({ prefix, digest: digest(secret) }))
  if (token?.is_revoked) return 'revoked'
  return token?.is_expired ? 'expired' : undefined
}

const tokenEnd = statement(
  'tokens.end',
  { prefix: 'pft', digest: 'f0e1' },
  (_: { prefix: Prefix; digest: string }) =>
    db
      .selectFrom('tokens')
      .select([
        sql<boolean>`revoked_at is not null`.as('is_revoked'),
        sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'),
      ])
      .where('prefix', '=', param<Prefix>('prefix'))
      .where('digest', '=', param<string>('digest')),
)

function environmentCaller(
  { abilities, environmentPrefix }: TokenKind,
  name: string,
  secret: string,
): Caller {
  return {
    by: { type: 'env_token', id: name, name },
    credential: `${environmentPrefix}${name}`,
    abilities,
    environment_digest: digest(secret),
  }
}

// Compares every entry in constant time, so that the timing reveals nothing about the entries.
function indexOf(digests: Buffer[], secret: string): number {
  if (digests.length === 0) return -1
  const searched = hash(secret)
  let found = -1
  digests.forEach((digest, index) => {
    if (timingSafeEqual(digest, searched) && found < 0) found = index
  })
  return found
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Returns a finder of the callers with an access token. */
export function accessTokenCallerFinder(read: Read, lastUse: LastUseTracker): CallerFinder {
  const needsQuery = (secret: string) => isWellFormedSecret('ops', secret)
  const find = async (secret: string) => {
    if (!needsQuery(secret)) return null
    const [row] = await read(validAccessToken({ digest: digest(secret) }))
    if (!row) return null
    lastUse.touch(row.token_id, row.last_used_at)
    return {
      by: { type: 'user', id: row.id, name: row.name },
      credential: `access_token:${row.token_id}`,
      abilities: row.abilities,
      person: { id: row.id, name: row.name, role: row.role, status: row.status },
      token: { id: row.token_id, name: row.token_name },
      stored: { table: 'tokens', id: row.token_id, abilities: row.abilities, direct: [] },
      snapshot: row.snapshot,
    } satisfies Caller
  }
  return { find, needsQuery }
}

const validAccessToken = statement('tokens.of_user', { digest: 'f0e1' }, () =>
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
