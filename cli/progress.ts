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

/** Returns a number of bytes as text, such as `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns a share from 0 to 1 as text, such as `50 %`. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
