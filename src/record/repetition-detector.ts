/**
 * Returns a function that reports whether a key is repeated. A key is remembered for at least `ms` and at most three
 * times `ms` milliseconds. At most `maxKeys` new keys are stored per `ms`; further ones are not recognized.
 */
export function repetitionDetector(ms: number, maxKeys: number): (key: string) => boolean {
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
