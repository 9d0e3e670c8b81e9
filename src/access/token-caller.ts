import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { snapshotColumn } from '../database/snapshot.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { isWellFormedSecret, type Prefix } from '../record/rules/secret-format.ts'
import type { Caller, CallerFinder } from './caller.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { digest } from './secret.ts'
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
    if (index >= 0) return environmentCaller(kind, `env:${index + 1}`)
    if (!isWellFormedSecret(kind.prefix, secret)) return null
    const [token] = await read(validToken({ prefix: kind.prefix, digest: digest(secret) }))
    if (!token) return null
    lastUse.touch(token.id, token.last_used_at)
    return {
      by: { type: kind.type, id: token.id, name: token.name },
      credential: `${kind.type}:${token.id}`,
      abilities: token.abilities,
      direct: token.direct,
      stored: { table: 'tokens', id: token.id, abilities: token.abilities },
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

function environmentCaller({ abilities, environmentPrefix }: TokenKind, name: string): Caller {
  return { by: { type: 'env_token', id: name, name }, credential: `${environmentPrefix}${name}`, abilities }
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
