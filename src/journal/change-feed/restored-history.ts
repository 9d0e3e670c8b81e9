import { sql } from 'kysely'
import type pg from 'pg'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { maxChangesPerTransaction } from './feed.ts'

const selectAhead = statement(
  'change_feed.transactions_ahead',
  {},
  () => sql<{
    transactions: number
  }>`select greatest(0, coalesce((select transaction_id::text::bigint from history
    order by transaction_id desc limit 1), 0) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1) as transactions`,
)

/**
 * Returns by how many transaction ids the newest change in history is ahead of the server. Above 0 only after
 * a dump was restored into a cluster with lower transaction ids. The feed returns such a change once the
 * server has reached its id.
 */
export async function transactionsAhead(read: Read): Promise<number> {
  return (await readRow(read, selectAhead({}))).transactions
}

/**
 * Makes the change feed return restored history. The feed is ordered by transaction ids. Ids of another cluster may be
 * ahead of this one, which would block the feed. All entries then get ids up to the id of the current transaction, in
 * their order. Cursors are valid only in the cluster where they were made, so no client misses or repeats a change.
 */
export async function adoptHistory(client: pg.Client): Promise<void> {
  await client.query(`
    update history set transaction_id =
        (pg_current_xact_id()::text::bigint - (newest.id - history.id) / ${maxChangesPerTransaction})::text::xid8
      from (select max(id) as id from history) newest
      where (select transaction_id from history order by transaction_id desc limit 1) > pg_current_xact_id()`)
}
