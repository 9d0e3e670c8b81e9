import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Person } from '../access/person.ts'
import { policyAllows } from '../access/policy.ts'
import type { Token } from '../access/token.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { notFound } from '../record/fault.ts'
import { recordReads } from '../record/list/reads.ts'
import { bySort } from '../record/list/sort.ts'
import { translations } from '../record/rules/description.ts'
import { Reference } from '../record/rules/id.ts'
import { ListedToken, TokenQuery, tokenColumns, tokenFilters, tokenState } from './token-list.ts'
import { revokeOwnToken, revokeToken } from './token-revocation.ts'

type Owner = { user: { id: number; email: string; name: string } }

/** An operations token with the user it belongs to. */
type UserToken = Token & Owner

/** The query of the list of operations tokens. */
export const UserTokenQuery = TokenQuery.extend({
  user_id: Reference.optional()
    .describe('Only tokens of this user')
    .register(translations, { ru: 'Только токены этого пользователя' }),
})
export type UserTokenQuery = z.output<typeof UserTokenQuery>

const owner = sql<Owner['user']>`json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name)`

const { list, one } = recordReads<ListedToken & Owner, UserTokenQuery>(
  'user_tokens',
  { user_id: 1, state: 'active', search: '%report%' },
  (query) =>
    db
      .selectFrom('tokens as record')
      .innerJoin('users as owner', 'owner.id', 'record.user_id')
      .where('record.prefix', '=', sql.lit('ops'))
      .where(tokenFilters(query, sql`record.name`, sql`owner.name`, sql`owner.email`))
      .$if(query.user_id !== undefined, (rows) => rows.where('record.user_id', '=', param<number>('user_id')))
      .select([...tokenColumns, owner.as('user')]),
  bySort({
    schema: ListedToken,
    expressions: { state: tokenState, user: sql.ref('owner.name') },
  }),
)

/**
 * Returns a page of operations tokens, including expired and revoked ones. An admin gets those of all users, others
 * only their own.
 */
export function listUserTokens(read: Read, query: UserTokenQuery, { id, role }: Pick<Person, 'id' | 'role'>) {
  return list(read, role === 'admin' ? query : { ...query, user_id: id })
}

/** Returns an operations token. Throws `not_found` if it does not exist, or if only an admin may see it. */
export async function readUserToken(read: Read, id: number, person: Pick<Person, 'id' | 'role'>) {
  const token = await one(read, id)
  if (person.role !== 'admin' && token.user.id !== person.id) throw notFound()
  return token
}

/**
 * Revokes an operations token. An active admin may revoke any, others only their own. Throws `not_found` if there is no
 * such token or it is already revoked.
 */
export async function revokeUserToken(em: EntityManager, actor: Actor, id: number): Promise<void> {
  if (!policyAllows('administer', actor.person)) return revokeOwnToken(em, actor, id)
  if (!(await revokeToken(em, actor, 'ops', id))) throw notFound()
}

/** Returns the operations tokens that are not revoked, newest first: of one user, or of all users. */
export function listUnrevokedUserTokens(read: Read, user_id?: number): Promise<UserToken[]> {
  return read(selectTokens({ user_id }))
}

const selectTokens = statement(
  'user_tokens.connected',
  { user_id: 1 },
  ({ user_id }: { user_id: number | undefined }) =>
    db
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
        owner.as('user'),
      ])
      .where('token.prefix', '=', sql.lit('ops'))
      .where('token.revoked_at', 'is', null)
      .where(user_id === undefined ? sql<boolean>`true` : sql<boolean>`token.user_id = ${param('user_id')}`)
      .orderBy('token.id', 'desc'),
)
