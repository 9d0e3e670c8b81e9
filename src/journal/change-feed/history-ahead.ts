import { type Read, readRow } from '../../database/read.ts'

const text = `select greatest(0, coalesce((select transaction_id::text::bigint from history
    order by transaction_id desc limit 1), 0) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1) as transactions`

/**
 * Returns by how many transaction ids the newest change in history is ahead of the server. Above 0 only after
 * a dump was restored into a cluster with lower transaction ids. The feed returns such a change once the
 * server has reached its id.
 */
export async function transactionsAhead(read: Read): Promise<number> {
  const { transactions } = await readRow<{ transactions: number }>(read, { text, values: [] })
  return transactions
}
