let received = false

/** Resolves at the first SIGINT or SIGTERM. From this call on, these signals no longer end the process. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Under npm, Ctrl-C arrives twice, from the terminal and from npm, so the handlers stay installed.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        received = true
        resolve(signal)
      })
  })
}

/** Returns whether `stopSignal` has received a signal. */
export function isStopped(): boolean {
  return received
}
