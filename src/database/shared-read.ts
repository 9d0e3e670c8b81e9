/**
 * Returns a function that shares the running of `run` between its calls. Calls that arrive during a run share the next
 * one, because the running one may miss a commit before the call. If the running one fails, they fail too, so that no
 * request waits for two reads of a server that hangs.
 */
export function sharedRead<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  const startNext = (previous: Promise<T>) =>
    previous.then(start, (error) => {
      next = undefined
      throw error
    })
  return () => {
    if (!running) return start()
    next ??= startNext(running)
    return next
  }
}
