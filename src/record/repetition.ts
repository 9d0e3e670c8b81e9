/**
 * Returns a function that tells whether it was called with a key before, within `ms`. It may remember a key for twice that
 * time, and remembers at most `maxKeys` of the last `ms`.
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
