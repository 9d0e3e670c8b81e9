import type { Read } from '../src/database/read.ts'
import { type Reads, readVersion } from '../src/database/snapshot.ts'
import { repetitionDetector } from '../src/record/repetition-detector.ts'
import type { RenderedAnswer } from './answer.ts'

type CacheEntry = { version: string; startedAt: number; answer: Promise<RenderedAnswer> }

const lifetimeMs = 1000
const maxEntries = 100
const maxSeenKeys = 5_000
const maxKeyLength = 1000
const caches = new WeakMap<Read, Map<string, CacheEntry>>()
const isRepeated = repetitionDetector(lifetimeMs, maxSeenKeys)

/**
 * Returns the cached answer of `key`, or calls `render` and caches its answer. An answer is reused while the database
 * is unchanged, for at most one second, because some answers depend on the time. Agents repeat the same calls, and the
 * queries of an answer cost more than the rest of a call. The first call with a key is not cached and has no additional
 * cost.
 */
export async function cached(
  reads: Reads,
  key: string,
  render: () => Promise<RenderedAnswer>,
): Promise<RenderedAnswer> {
  if (key.length > maxKeyLength || !isRepeated(key)) return render()
  const requestedAt = performance.now()
  const cache = caches.get(reads.read) ?? new Map<string, CacheEntry>()
  caches.set(reads.read, cache)
  // The version is read before the answer: a write in between makes the answer newer than its version, never
  // older.
  const version = await readVersion(reads)
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
