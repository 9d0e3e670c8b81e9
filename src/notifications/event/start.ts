import type { Read } from '../../database/read.ts'
import { decodeChangeCursor } from '../../journal/change-feed/change-query.ts'
import { readNewestPortfolioChanges } from '../../portfolio/changes.ts'
import { Fault } from '../../record/fault.ts'
import { type Followed, readFollowed } from './occurrence.ts'

/** Returns the cursor from which a program follows events from now on. */
export async function newestCursor(read: Read): Promise<string> {
  return (await readNewestPortfolioChanges(read, { limit: 1 })).next_cursor
}

/** Returns the time before which occurrences are too old. */
export function oldestTime(maxAgeMs: number): string {
  return new Date(Math.max(0, Date.now() - maxAgeMs)).toISOString()
}

type Start = { cursor?: string | undefined; maxAgeMs?: number | undefined }

/**
 * Returns where a program that sends a cursor begins to follow events. Without one, and with one that belongs to another
 * server or timeline, it begins now. `truncated` says that it misses changes after its cursor.
 */
export async function startAfter(read: Read, followed: Followed, { cursor, maxAgeMs }: Start) {
  const now = async (truncated: boolean) => ({
    cursor: await newestCursor(read),
    truncated,
    isNew: true,
    oldest_at: null,
  })
  if (cursor === undefined) return now(false)
  if (!decodeChangeCursor(cursor)) return now(true)
  try {
    const { first_at } = await readFollowed(read, followed, { since: cursor, limit: 1 })
    const oldest_at = maxAgeMs === undefined ? null : oldestTime(maxAgeMs)
    const truncated = oldest_at !== null && first_at !== undefined && first_at < oldest_at
    return { cursor, truncated, isNew: false, oldest_at }
  } catch (error) {
    if (error instanceof Fault && error.code === 'cursor_expired') return now(true)
    throw error
  }
}
