import { sql } from 'kysely'
import { z } from 'zod'
import { roles, userStatuses } from '../access/person.ts'
import { textOfUser, User } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { notFound } from '../record/fault.ts'
import { qualifiedColumns } from '../record/field.ts'
import { webPaging } from '../record/list/paging.ts'
import { recordReads } from '../record/list/reads.ts'
import { bySort, sortRule } from '../record/list/sort.ts'
import { translations } from '../record/rules/description.ts'
import { enumOf } from '../record/rules/enumeration.ts'
import { text } from '../record/rules/text.ts'
import { containsPattern } from '../record/text-search.ts'

/** The query of the list of users. */
export const UserQuery = z.object({
  role: enumOf(roles).optional(),
  status: enumOf(userStatuses).optional(),
  search: text(255)
    .optional()
    .describe('Only users whose name or email contains this text')
    .register(translations, { ru: 'Только пользователи, в имени или почте которых есть этот текст' }),
  sort: sortRule('id', 'name', 'email', 'created_at'),
  ...webPaging,
})
export type UserQuery = z.output<typeof UserQuery>

/** A user with the OpenID provider whose account the user signs in with, if there is one. */
export const ListedUser = User.extend({
  sign_in_service: z.string().nullable().describe('The sign-in service to whose account the user is linked'),
})
export type ListedUser = z.output<typeof ListedUser>

const issuer = sql<string | null>`(
  select account.issuer from openid_accounts as account where account.user_id = record.id
  order by account.id desc limit 1
)`.as('sign_in_service')

const matching = (query: Partial<UserQuery>) =>
  db
    .selectFrom('users as record')
    .where(
      all([
        query.role !== undefined && sql`record.role = ${param('role')}`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.search !== undefined &&
          sql`(record.name ilike ${param('search')} or record.email ilike ${param('search')})`,
      ]),
    )
    .select(qualifiedColumns('record', User))

const listed = recordReads<ListedUser, UserQuery>(
  'users',
  { role: 'manager', status: 'active', search: '%anna%' },
  (query) => matching(query).select(issuer),
  bySort({ schema: User }),
)

/** Returns a page of users. */
export const listUserPage = listed.list

/** Returns a user with the OpenID provider, by id. Throws `not_found`. */
export const readListedUser = listed.one

const selectUser = statement('users.without_issuer', { id: 1 }, () =>
  matching({}).where('record.id', '=', param<number>('id')),
)

/** Returns a user by id. Throws `not_found`. */
export async function readUser(read: Read, id: number): Promise<User> {
  const [user] = await read(selectUser({ id }))
  if (!user) throw notFound()
  return user
}

/** A user who may own work, and the text that names this user and no other. */
type SuggestedUser = Pick<User, 'name' | 'role'> & { text: string }

/**
 * Returns the users who may own work and whose name or email contains a text: ten at most, by name. `reads` leaves out those
 * who may not open the portfolio.
 */
export function suggestOwners(read: Read, text: string, reads = false): Promise<SuggestedUser[]> {
  return read(selectOwners({ search: containsPattern(text), reads }))
}

const selectOwners = statement('users.owners', { search: '%anna%', reads: false }, () =>
  db
    .selectFrom('users')
    .where(
      sql<boolean>`status <> 'blocked' and (name ilike ${param('search')} or email ilike ${param('search')})`,
    )
    .where(sql<boolean>`(role <> 'user' or not ${param('reads')}::boolean)`)
    .select(['name', 'role', textOfUser.as('text')])
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit<number>(10)),
)
