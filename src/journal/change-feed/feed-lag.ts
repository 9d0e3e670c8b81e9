import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { horizon } from './select.ts'

const selectLag = statement('change_feed.lag', {}, () =>
  db
    .selectFrom('history')
    .select(
      sql<number>`greatest(0, extract(epoch from clock_timestamp() - created_at))::float8`.as('seconds'),
    )
    .where(sql<boolean>`transaction_id >= ${horizon}`)
    .orderBy('history.transaction_id')
    .orderBy('history.id')
    .limit(sql.lit<number>(1)),
)

/** Returns the age in seconds of the first change that the feed does not return yet; 0 if it returns all changes. */
export async function feedLag(read: Read): Promise<number> {
  const [row] = await read(selectLag({}))
  return row?.seconds ?? 0
}
