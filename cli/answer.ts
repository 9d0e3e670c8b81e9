import { CommanderError } from 'commander'
import { readFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'

/** Prints what a command found out or did: in words, or as one line of JSON where `--json` was given. */
export function printResult({ json }: { json?: true }, value: object, words: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : words}\n`)
}

/** Has a command end quietly where nobody reads stdout any more, and in one line where it cannot be written. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // As `head` leaves.
    if (error.code === 'EPIPE') return
    // An answer comes last: nothing is cut off.
    process.exit(
      explain(new Error(`The command did its work, but cannot say so on stdout: ${error.message}.`)),
    )
  })
}

/** Says on stderr, in one line, why a command failed. Gives the exit code: 2 where it was called wrongly. */
export function explain(error: unknown): number {
  // Commander has said it already, or has printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`${errorLine(error)}\n`)
  return 1
}

/** An error in one line. */
export function errorLine(thrown: unknown): string {
  const error = readFault(thrown)
  if (error instanceof Fault && error.code === 'unavailable')
    return 'The database does not answer: see that it runs, then try again.'
  if (error instanceof Fault && error.errors) return Object.values(error.errors).flat().join(' ')
  const words = error instanceof Error ? error.message : String(error)
  return words
    .trim()
    .replace(/:\s*\n\s*/g, ': ')
    .replace(/\s*\n\s*/g, '; ')
}
