import { setImmediate as nextRound } from 'node:timers/promises'

const sliceMs = 10

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Returns a function that a long computation calls often. After every 10 ms of computation it returns a promise
 * to await, so that the process can serve other requests. Computations that wait take turns: only one of them
 * continues per round of the event loop.
 */
export function timeSlice(): () => Promise<void> | undefined {
  let start = performance.now()
  return () => {
    if (performance.now() - start < sliceMs) return undefined
    lastTurn = lastTurn.then(() => nextRound())
    return lastTurn.then(() => {
      start = performance.now()
    })
  }
}
