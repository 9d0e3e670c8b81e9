import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns a function that runs a check, or resolves to undefined if that takes longer than `timeoutMs`. Calls share a
 * run that has not ended yet, so that a server that hangs holds one connection at most.
 */
export function limitedCheck<T>(check: () => Promise<T>, timeoutMs: number): () => Promise<T | undefined> {
  let running: { result: Promise<T>; startedAt: number } | undefined
  return () => {
    running ??= { result: check().finally(() => (running = undefined)), startedAt: Date.now() }
    const { result, startedAt } = running
    const remainingMs = Math.max(0, startedAt + timeoutMs - Date.now())
    return Promise.race([result, sleep(remainingMs, undefined, { ref: false })])
  }
}
