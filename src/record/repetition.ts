/**
 * Returns a function that returns whether it was called with the same key in the last `ms` milliseconds, or in up to three
 * times that time. It stores at most `maxKeys` new keys per `ms`; further ones are not recognized.
 */
export function repetition(ms: number, maxKeys: number): (key: string) => boolean {
  let since = 0
  let keys = new Set<string>()
  let earlierKeys = new Set<string>()
  return (key) => {
    const now = performance.now()
    if (now - since > ms) {
      earlierKeys = now - since > 2 * ms ? new Set() : keys
      keys = new Set()
      since = now
    }
    const isRepeated = keys.has(key) || earlierKeys.has(key)
    if (keys.size < maxKeys) keys.add(key)
    return isRepeated
  }
}
