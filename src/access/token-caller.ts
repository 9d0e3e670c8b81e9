import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import type { Provenance } from '../record/provenance.ts'
import type { Caller } from './caller.ts'
import type { LastUse } from './last-use.ts'
import { digest, isSecret, type Prefix } from './secret.ts'
import type { StoredToken } from './token.ts'

/** A kind of credential that belongs to a program, not to a person. */
export type TokenKind = {
  prefix: Prefix
  /** What its holder is called in provenance. */
  type: Provenance['type']
  /** What one of the environment may do, and a stored one unless it was made to do less. */
  abilities: readonly string[]
  /** Tells the environment's entries of this kind from those of another. */
  environment: string
}

/** Finds who holds a credential of one kind, stored or of the environment; null where nobody does. */
export function tokenCallers(kind: TokenKind, read: Read, environment: string[], lastUse: LastUse) {
  const digests = environment.map(hash)
  return async (secret: string): Promise<Caller | null> => {
    const place = indexOf(digests, hash(secret))
    if (place >= 0) return ofEnvironment(kind, `env:${place + 1}`)
    if (!isSecret(kind.prefix, secret)) return null
    const [token] = await read(valid({ prefix: kind.prefix, digest: digest(secret) }))
    if (!token) return null
    lastUse.touch(token.id, token.last_used_at)
    return {
      by: { type: kind.type, id: token.id, name: token.name },
      credential: `${kind.type}:${token.id}`,
      abilities: token.abilities,
    }
  }
}

const valid = statement((_: { prefix: Prefix; digest: string }) =>
  tables<{ tokens: StoredToken }>()
    .selectFrom('tokens')
    .select(['id', 'name', 'abilities', 'last_used_at'])
    .where('prefix', '=', param<Prefix>('prefix'))
    .where('digest', '=', param<string>('digest'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`),
)

function ofEnvironment({ abilities, environment }: TokenKind, name: string): Caller {
  return { by: { type: 'env_token', id: name, name }, credential: `${environment}${name}`, abilities }
}

// Every entry is compared, each in constant time, so that timing tells nothing about which one is near.
function indexOf(digests: Buffer[], wanted: Buffer): number {
  let found = -1
  digests.forEach((digest, index) => {
    if (timingSafeEqual(digest, wanted) && found < 0) found = index
  })
  return found
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
