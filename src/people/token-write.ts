import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { actorKey } from '../journal/history.ts'
import { timestampText } from '../record/column.ts'
import type { Provenance } from '../record/provenance.ts'

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
    where ${actorKey} = ${key} order by history.created_at desc, id desc limit ${sql.lit(limit)}`
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
