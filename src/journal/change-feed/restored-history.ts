import type pg from 'pg'
import { maxChangesPerTransaction } from './feed.ts'

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
