import type { Read } from '../../database/read.ts'
import { decodeChangeCursor } from '../../journal/change-feed/change-query.ts'
import type { PortfolioChange } from '../../portfolio/changes.ts'
import { Fault } from '../../record/fault.ts'
import { type Followed, type Occurrence, occurrenceOf, readFollowed } from './occurrence.ts'
import type { Links } from './payload.ts'
import { newestCursor, oldestTime } from './start.ts'

const changesPerPage = 200
const maxPages = 20

/** The most occurrences of a poll. */
export const maxOccurrences = 200

export type Poll = Followed & {
  /** Undefined: from now on. */
  cursor: string | undefined
  maxAgeMs: number | undefined
  maxEvents: number
}
type Polled = { events: Occurrence[]; cursor: string; truncated: boolean; hasMore: boolean }

/**
 * Returns the occurrences after a cursor, oldest first. `truncated` says that some may be missing: the cursor belongs to
 * another server or timeline, so the caller starts again from now on, or occurrences are older than `maxAgeMs`.
 */
export async function pollEvents(read: Read, links: Links, poll: Poll): Promise<Polled> {
  const { cursor } = poll
  const fresh = async (truncated: boolean): Promise<Polled> => ({
    events: [],
    cursor: await newestCursor(read),
    truncated,
    hasMore: false,
  })
  if (cursor === undefined) return fresh(false)
  if (!decodeChangeCursor(cursor)) return fresh(true)
  try {
    return await readOccurrences(read, links, { ...poll, cursor })
  } catch (error) {
    if (error instanceof Fault && error.code === 'cursor_expired') return fresh(true)
    throw error
  }
}

async function readOccurrences(
  read: Read,
  links: Links,
  { cursor, maxAgeMs, maxEvents, ...followed }: Poll & { cursor: string },
): Promise<Polled> {
  const oldest = maxAgeMs === undefined ? '' : oldestTime(maxAgeMs)
  const found: PortfolioChange[] = []
  let truncated = false
  let since = cursor
  let hasMore = true
  for (let page = 1; page <= maxPages && hasMore && found.length < maxEvents; page++) {
    const { changes, next_cursor, has_more } = await readFollowed(read, followed, {
      since,
      limit: changesPerPage,
    })
    const recent = changes.filter(({ at }) => at >= oldest)
    truncated ||= recent.length < changes.length
    found.push(...recent)
    since = next_cursor
    hasMore = has_more
  }
  const shown = found.slice(0, maxEvents)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  const events = shown.map((change) => occurrenceOf(followed.type.name, change, links))
  return { events, cursor: last?.cursor ?? since, truncated, hasMore: hasMore || last !== undefined }
}
