import { type Read, readRow } from '../database/read.ts'
import { maxChangesPerTransaction } from '../journal/change-feed/feed.ts'

/**
 * Returns the present snapshot of the database. The feed may not return the newest changes yet. Those that the snapshot sees
 * are older than what is created now.
 */
export async function currentSnapshot(read: Read): Promise<string> {
  const text = 'select pg_current_snapshot()::text as snapshot'
  return (await readRow<{ snapshot: string }>(read, { text, values: [] })).snapshot
}

/**
 * Returns whether a snapshot sees a change of the feed, which is numbered by its transaction. A snapshot is `xmin:xmax:` and
 * the transactions between these that were running.
 */
export function isVisible(snapshot: string | null, seq: number): boolean {
  if (snapshot === null) return false
  const [first = 0, end = 0, ...running] = snapshot.split(/[:,]/).map(Number)
  const transaction = Math.floor(seq / maxChangesPerTransaction)
  return transaction < first || (transaction < end && !running.includes(transaction))
}
