import { logLine } from './output.ts'

const intervalMs = 2_000

/** Returns a function that writes the line of a call to stderr, at most every two seconds. */
export function progressLine<T extends unknown[]>(line: (...args: T) => string): (...args: T) => void {
  let writtenAt = Date.now()
  return (...args) => {
    if (Date.now() - writtenAt < intervalMs) return
    writtenAt = Date.now()
    logLine(line(...args))
  }
}
