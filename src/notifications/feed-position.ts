import { maxChangesPerTransaction } from '../journal/change-feed/feed.ts'
import { Fault } from '../record/fault.ts'

// A transaction that began earlier than another may end later.
const overlapMs = 2 * 60_000

/** A position in the change feed, and the time of the change there. */
export type Position = { cursor: string; cursor_at: string }

/**
 * Returns the page of the change feed after a position. One of another server, such as the one before a failover, continues
 * by its time: some changes are then repeated, and none is lost.
 */
export async function readFrom<Page extends object>(
  readPage: (query: { since: string } | { after: string }) => Promise<Page>,
  { cursor, cursor_at }: Position,
): Promise<Page & { isRestarted: boolean }> {
  try {
    return { ...(await readPage({ since: cursor })), isRestarted: false }
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'cursor_expired')) throw error
    const after = new Date(Date.parse(cursor_at) - overlapMs).toISOString()
    return { ...(await readPage({ after })), isRestarted: true }
  }
}

/**
 * Returns whether a snapshot sees a change of the feed, which is numbered by its transaction. A snapshot is `xmin:xmax:` and
 * the transactions between these that were running. The feed may not return the newest changes yet: those that the
 * snapshot of a new receiver sees are older than the receiver.
 */
export function isVisible(snapshot: string | null, seq: number): boolean {
  if (snapshot === null) return false
  const [first = 0, end = 0, ...running] = snapshot.split(/[:,]/).map(Number)
  const transaction = Math.floor(seq / maxChangesPerTransaction)
  return transaction < first || (transaction < end && !running.includes(transaction))
}
