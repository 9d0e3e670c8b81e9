import { logLine } from './output.ts'

const intervalMs = 2_000

/** Returns a function that reports the progress of writing a backup. */
export function backupProgress() {
  return progressLine(
    (table: string, bytes: number) => `Wrote ${megabytes(bytes)} of rows; now writing ${table} …`,
  )
}

/** Returns a function that reports the progress of checking a backup, a share from 0 to 1. */
export function checkProgress() {
  return progressLine((share: number) => `Checked ${percent(share)} …`)
}

/** Returns a function that reports the progress of restoring a backup, a share from 0 to 1. */
export function restoreProgress() {
  return progressLine((share: number) => `Restored ${percent(share)} …`)
}

// Returns a function that writes the text of `line` to stderr, at most every two seconds and not in the first two.
function progressLine<T extends unknown[]>(line: (...args: T) => string): (...args: T) => void {
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

// Returns a share from 0 to 1 as text, such as `50 %`.
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
