import { LRUCache } from 'lru-cache'
import { type Reads, readVersion } from './snapshot.ts'

const lifetimeMs = 1000
const maxAnswers = 500
const maxTotalLength = 16 * 1024 * 1024
const maxRequestedKeys = 5_000
const maxKeyLength = 1000

type Entry<Answer> = {
  /** The version of the data before the answer was read. */
  version: string
  /** Its queries started at this time or later, by `performance.now()`. */
  startedAt: number
  /** Resolves to undefined if it could not be computed. */
  answer: Promise<Answer | undefined>
}

/** When a request arrived, by `performance.now()`, and the snapshot that one of its statements returned, if any. */
type Requested = { requestedAt?: number; snapshot?: string | undefined }

/** An answer that is still current, or the function that receives the new one. Neither for a key that is not cached. */
type Found<Answer> = { answer?: Answer; settle?: (answer: Answer | undefined) => void }

/**
 * Caches answers for at most one second, because some depend on the time, while the data is unchanged. The version of
 * the data is read for each request, so a write is visible at once. After a write the first request computes the
 * answer, and requests for the same key wait for it. The first request of a key is not cached and has no additional
 * cost.
 */
export class AnswerCache<Answer extends object> {
  readonly #requested = new LRUCache<string, true>({ max: maxRequestedKeys, ttl: lifetimeMs })
  readonly #entries: LRUCache<string, Entry<Answer>>
  readonly #lengthOf: (answer: Answer) => number

  /** `lengthOf` returns the length of an answer in characters. */
  constructor(lengthOf: (answer: Answer) => number) {
    this.#lengthOf = lengthOf
    this.#entries = new LRUCache({ max: maxAnswers, maxSize: maxTotalLength, sizeCalculation: () => 1 })
  }

  /**
   * Finds the answer of a key. If `settle` is returned, the caller must call it with the new answer, or with undefined if
   * the answer could not be computed. Only the first call has an effect.
   */
  async find(
    reads: Reads,
    key: string,
    { requestedAt = performance.now(), snapshot }: Requested = {},
  ): Promise<Found<Answer>> {
    if (key.length > maxKeyLength) return {}
    const isRepeated = this.#requested.has(key)
    this.#requested.set(key, true)
    if (!isRepeated) return {}
    const version = await readVersion(reads, snapshot)
    const known = this.#entries.get(key)
    // An answer whose queries started after this request is current, whatever its version.
    const isCurrent = known && (known.version === version || known.startedAt >= requestedAt)
    const answer = isCurrent ? await known.answer : undefined
    return answer ? { answer } : { settle: this.#expect(key, version) }
  }

  #expect(key: string, version: string): (answer: Answer | undefined) => void {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    const entry: Entry<Answer> = { version, startedAt: performance.now(), answer: promise }
    this.#entries.set(key, entry)
    let isSettled = false
    return (answer) => {
      if (isSettled) return
      isSettled = true
      resolve(answer)
      // Another request may have replaced the entry after a write.
      if (this.#entries.peek(key) !== entry) return
      if (answer) this.#entries.set(key, entry, { size: this.#lengthOf(answer) + key.length })
      else this.#entries.delete(key)
    }
  }
}
