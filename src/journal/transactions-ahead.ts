import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { statement, tables } from '../database/statement.ts'

const ahead = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(
    sql<number>`greatest(0, coalesce((select transaction_id::text::bigint from history
      order by transaction_id desc limit 1), 0) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1)`.as(
      'by',
    ),
  ),
)

/**
 * By how many transactions the newest change is ahead of the server: more than none only after a dump was
 * restored into a cluster that counts from lower. The feed tells no such change until the server is there.
 */
export async function transactionsAhead(read: Read): Promise<number> {
  const [found] = await read(ahead({}))
  return found?.by ?? 0
}
