const exitTimeoutMs = 9_500
// An embedded database is stopped last, and needs the rest of the time.
const closeDeadlineMs = 9_000

let receivedAt: number | undefined

/**
 * Resolves at the first SIGINT or SIGTERM. From this call on, these signals do not end the process at once, but after
 * 9.5 seconds at the latest.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Under npm, Ctrl-C arrives twice, from the terminal and from npm, so the handlers stay installed.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        receivedAt ??= performance.now()
        exitInTime()
        resolve(signal)
      })
  })
}

/** Returns whether `stopSignal` has received a signal. */
export function isStopped(): boolean {
  return receivedAt !== undefined
}

/** Returns how many milliseconds a step of a stop may take: at most `ms`, and less if little time is left. */
export function stopTime(ms: number): number {
  const elapsed = receivedAt === undefined ? 0 : performance.now() - receivedAt
  return Math.max(0, Math.min(ms, closeDeadlineMs - elapsed))
}

/** Ends the process after 9.5 seconds. Pending work, such as a query without an answer, would keep it alive. */
export function exitInTime(): void {
  setTimeout(() => process.exit(), exitTimeoutMs).unref()
}
