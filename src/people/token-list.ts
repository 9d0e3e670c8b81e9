import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Token } from '../access/token.ts'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import { actorKey, changesValue } from '../journal/history.ts'
import { timestampText } from '../record/column.ts'
import { webPaging } from '../record/list/paging.ts'
import { sortRule } from '../record/list/sort.ts'
import type { Provenance } from '../record/provenance.ts'
import { translations } from '../record/rules/description.ts'
import { type Enumeration, enumOf } from '../record/rules/enumeration.ts'
import { text } from '../record/rules/text.ts'

/** The states of a token, with their meaning. */
const tokenStates = {
  active: { en: ['Active', 'is accepted'], ru: ['Действует', 'принимается'] },
  expired: {
    en: ['Expired', 'is rejected because it expired'],
    ru: ['Истёк', 'отклоняется: срок истёк'],
  },
  revoked: {
    en: ['Revoked', 'is rejected because it was revoked'],
    ru: ['Отозван', 'отклоняется: токен отозван'],
  },
} as const satisfies Enumeration

/** The query of a list of tokens. */
export const TokenQuery = z.object({
  state: enumOf(tokenStates).optional(),
  search: text(255)
    .optional()
    .describe('Only tokens whose name contains this text')
    .register(translations, { ru: 'Только токены, в имени которых есть этот текст' }),
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

/** A change that a token made: an entry of the history of a record. */
export type TokenWrite = {
  id: number
  record_type: string
  record_id: number
  event: string
  created_at: string
}

// The time has the same format in a row and in JSON.
const time = timestampText('created_at')

/** Returns the SELECT of the latest changes of the actor with this key, newest first. */
function latestWrites(key: ReturnType<typeof sql>, limit: number) {
  return sql<TokenWrite>`
    select id, record_type, record_id, event, ${time} as created_at from history
    where ${actorKey} = ${key} and ${changesValue} order by history.created_at desc, id desc limit ${sql.lit(limit)}`
}

const selectWrites = statement(
  'tokens.writes',
  { key: 'portfolio_token:1', limit: 20 },
  ({ limit }: { key: string; limit: number }) => latestWrites(sql`${param('key')}`, limit),
  ['limit'],
)

/** Returns the latest changes that a token made, newest first. */
export function listTokenWrites(
  read: Read,
  { type, id }: Pick<Provenance, 'type' | 'id'>,
  limit: number,
): Promise<TokenWrite[]> {
  return read(selectWrites({ key: `${type}:${id}`, limit }))
}

/** Returns the column with the latest changes of each token `record`, whose type in provenance is `type`. */
export function recentWritesColumn(type: Provenance['type'], limit: number) {
  const writes = latestWrites(sql`${sql.lit(`${type}:`)} || record.id`, limit)
  return sql<TokenWrite[]>`(
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from (${writes}) as recent
  )`.as('recent_writes')
}
