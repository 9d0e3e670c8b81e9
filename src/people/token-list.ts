import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Token } from '../access/token.ts'
import { all, param } from '../database/statement.ts'
import { webPaging } from '../record/list/paging.ts'
import { sortRule } from '../record/list/sort.ts'
import { enumOf } from '../record/rules/enumeration.ts'
import { text } from '../record/rules/text.ts'

/** The states of a token, with their meaning. */
const tokenStates = {
  active: 'is accepted',
  expired: 'is rejected because it expired',
  revoked: 'is rejected because it was revoked',
} as const

/** The query of a list of tokens. */
export const TokenQuery = z.object({
  state: enumOf(tokenStates).optional(),
  search: text(255).optional().describe('Only tokens whose name contains this text'),
  sort: sortRule('id', 'name', 'created_at', 'last_used_at'),
  ...webPaging,
})
export type TokenQuery = z.output<typeof TokenQuery>

/** A token in a list, which includes expired and revoked ones. */
export const ListedToken = Token.extend({ state: enumOf(tokenStates) })
export type ListedToken = z.output<typeof ListedToken>

/** The state of a token as SQL, where `record` is the table of tokens. */
export const tokenState = sql<ListedToken['state']>`case
  when record.revoked_at is not null then 'revoked'
  when record.expires_at <= now() then 'expired'
  else 'active'
end`

/** The columns of a token in a list, where `record` is the table of tokens. */
export const tokenColumns = [
  'record.id',
  'record.prefix',
  'record.name',
  'record.display',
  'record.abilities',
  'record.expires_at',
  'record.last_used_at',
  'record.revoked_at',
  'record.created_by',
  'record.created_at',
  tokenState.as('state'),
] as const

/** Returns the condition for the filters of a query. `search` is a LIKE pattern; `searched` are its columns. */
export function tokenFilters(
  query: Partial<TokenQuery>,
  ...searched: [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
): RawBuilder<boolean> {
  const matches = searched.map((column) => sql`${column} ilike ${param('search')}`)
  return all([
    query.state !== undefined && sql`${tokenState} = ${param('state')}`,
    query.search !== undefined && sql`(${sql.join(matches, sql` or `)})`,
  ])
}
