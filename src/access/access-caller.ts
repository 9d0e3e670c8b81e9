import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import type { Caller } from './caller.ts'
import type { LastUse } from './last-use.ts'
import { digest, isSecret } from './secret.ts'
import type { StoredToken } from './token.ts'
import type { StoredUser } from './user.ts'

/** Finds who holds an access token; null where nobody does, or where its owner is blocked. */
export function accessCallers(read: Read, lastUse: LastUse) {
  return async (secret: string): Promise<Caller | null> => {
    if (!isSecret('ops', secret)) return null
    const [held] = await read(valid({ digest: digest(secret) }))
    if (!held) return null
    lastUse.touch(held.token_id, held.last_used_at)
    return {
      by: { type: 'user', id: held.id, name: held.name },
      credential: `access_token:${held.token_id}`,
      abilities: held.abilities,
      person: { id: held.id, name: held.name, role: held.role, status: held.status },
      token: { id: held.token_id, name: held.token_name },
    }
  }
}

const valid = statement((_: { digest: string }) =>
  tables<{ tokens: StoredToken; users: StoredUser }>()
    .selectFrom('tokens as token')
    .innerJoin('users as person', 'person.id', 'token.user_id')
    .select([
      'token.id as token_id',
      'token.name as token_name',
      'token.abilities',
      'token.last_used_at',
      'person.id',
      'person.name',
      'person.role',
      'person.status',
    ])
    .where('token.prefix', '=', sql.lit('ops'))
    .where('token.digest', '=', param<string>('digest'))
    .where('token.revoked_at', 'is', null)
    .where(sql<boolean>`(token.expires_at is null or token.expires_at > now())`)
    .where('person.status', '<>', sql.lit('blocked')),
)
