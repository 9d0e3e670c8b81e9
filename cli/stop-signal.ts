const exitTimeoutMs = 9_500

let received = false

/**
 * Resolves at the first SIGINT or SIGTERM. From this call on, these signals do not end the process at once, but after
 * 9.5 seconds at the latest.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Under npm, Ctrl-C arrives twice, from the terminal and from npm, so the handlers stay installed.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        received = true
        exitInTime()
        resolve(signal)
      })
  })
}

/** Returns whether `stopSignal` has received a signal. */
export function isStopped(): boolean {
  return received
}

/** Ends the process after 9.5 seconds. Pending work, such as a query without an answer, would keep it alive. */
export function exitInTime(): void {
  setTimeout(() => process.exit(), exitTimeoutMs).unref()
}
