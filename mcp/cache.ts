import type { Read } from '../src/database/read.ts'
import { readReplayPosition, readSnapshot } from '../src/database/snapshot.ts'
import type { RenderedAnswer } from './answer.ts'

/** The read functions of the primary and of a replica, which may lag. Without a replica both are the same. */
export type Reads = { read: Read; readReplica: Read }

type CacheEntry = { version: string; startedAt: number; answer: Promise<RenderedAnswer> }

const maxEntries = 100
const caches = new WeakMap<Read, Map<string, CacheEntry>>()

/**
 * Returns the cached answer of `key`, or calls `render` and caches its answer. An answer is reused while the
 * database snapshot is unchanged, for at most one second, because some answers depend on the time. With a replica the
 * position of its replay must be unchanged too; with several, which answer in turn, an answer may be up to a second
 * older than that of the one whose position was read. Agents repeat the same calls, and the queries of an answer cost
 * more than the rest of a call.
 */
export async function cached(
  { read, readReplica }: Reads,
  key: string,
  render: () => Promise<RenderedAnswer>,
): Promise<RenderedAnswer> {
  const requestedAt = performance.now()
  const cache = caches.get(read) ?? new Map<string, CacheEntry>()
  caches.set(read, cache)
  // The snapshot is read before the answer: a write in between makes the answer newer than its version, never
  // older.
  const states = [readSnapshot(read), ...(readReplica === read ? [] : [readReplayPosition(readReplica)])]
  const version = [...(await Promise.all(states)), Math.floor(Date.now() / 1000)].join(' ')
  const known = cache.get(key)
  // An answer whose queries started after this request is current enough, whatever its version.
  if (known && (known.version === version || known.startedAt >= requestedAt)) return known.answer
  const entry = { version, startedAt: performance.now(), answer: render() }
  cache.delete(key)
  cache.set(key, entry)
  const [oldestKey] = cache.keys()
  if (cache.size > maxEntries && oldestKey !== undefined) cache.delete(oldestKey)
  entry.answer.catch(() => cache.get(key) === entry && cache.delete(key))
  return entry.answer
}
