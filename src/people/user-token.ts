import { sql } from 'kysely'
import type { StoredToken, Token } from '../access/token.ts'
import type { StoredUser } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'

/** An operations token with the user it belongs to. */
type UserToken = Token & { user: { id: number; email: string; name: string } }

/** Returns the operations tokens that are not revoked, newest first: of one user, or of all users. */
export function listUserTokens(read: Read, user_id?: number): Promise<UserToken[]> {
  return read(selectTokens({ user_id }))
}

const selectTokens = statement(({ user_id }: { user_id: number | undefined }) =>
  tables<{ tokens: StoredToken; users: StoredUser }>()
    .selectFrom('tokens as token')
    .innerJoin('users as owner', 'owner.id', 'token.user_id')
    .select([
      'token.id',
      'token.prefix',
      'token.name',
      'token.display',
      'token.abilities',
      'token.expires_at',
      'token.last_used_at',
      'token.revoked_at',
      'token.created_by',
      'token.created_at',
      sql<UserToken['user']>`json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name)`.as(
        'user',
      ),
    ])
    .where('token.prefix', '=', sql.lit('ops'))
    .where('token.revoked_at', 'is', null)
    .where(user_id === undefined ? sql<boolean>`true` : sql<boolean>`token.user_id = ${param('user_id')}`)
    .orderBy('token.id', 'desc'),
)
