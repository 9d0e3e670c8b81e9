import { CommanderError } from 'commander'
import { escapeLine, escapeText } from '../mcp/escape-invisible.ts'
import { fileErrorReason } from '../src/database/file-error.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'

// A file that is not ours may put long names into the message.
const maxErrorLength = 10_000
// SQLSTATE of a write in a transaction that is read-only by the default of the role, or on a standby.
const readOnlyTransaction = '25006'

/** The option that every command has. */
export type JsonOption = { json?: true }

/**
 * Prints the result of a command to stdout: `text`, or with `--json` the value as one line of JSON. Control characters,
 * which a name or a file may contain, are escaped, because a terminal would obey them.
 */
export function printResult({ json }: JsonOption, value: object, text: string): void {
  process.stdout.write(`${json ? printableJson(value) : escapeText(text)}\n`)
}

/**
 * Prints a list to stdout, one line per row, or `none` if it is empty. Control characters are escaped: users choose the
 * names of their tokens, which could otherwise forge rows or act on the terminal.
 */
export function printList(
  options: JsonOption,
  value: object,
  rows: (string | number)[][],
  none: string,
): void {
  const lines = rows.map((cells) => escapeLine(cells.join('  '), Number.POSITIVE_INFINITY))
  printResult(options, value, lines.join('\n') || none)
}

/**
 * Writes a line of progress, a warning or an error to stderr, with control characters escaped. stdout is reserved for
 * the result.
 */
export function logLine(line: string): void {
  process.stderr.write(`${escapeText(line)}\n`)
}

/** Makes a command ignore a closed stdout, and exit with a one-line error if stdout cannot be written. */
export function handleOutputErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `head` does.
    if (error.code === 'EPIPE') return
    // The result is written last, so nothing else is lost.
    process.exit(
      reportError(
        new Error(
          `The command succeeded, but its result could not be written to stdout: ${fileErrorReason(error)}.`,
        ),
      ),
    )
  })
}

/** Prints an error to stderr as one line. Returns the exit code: 2 for a usage error, otherwise 1. */
export function reportError(error: unknown): number {
  // Commander has already printed the error or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  logLine(errorLine(error))
  return 1
}

/** Returns the message of an error as one line. */
export function errorLine(thrown: unknown): string {
  if ((thrown as { code?: string } | undefined)?.code === readOnlyTransaction)
    return 'The database or its role is read-only. Write on the primary, or set default_transaction_read_only to off, then retry.'
  const error = toFault(thrown)
  if (error instanceof Fault && error.code === 'unavailable')
    return 'The database does not respond. Check that it is running, then retry.'
  if (error instanceof Fault && error.errors) return Object.values(error.errors).flat().join(' ')
  const message = error instanceof Error ? error.message : String(error)
  const line = message
    .trim()
    .replace(/:\s*\n\s*/g, ': ')
    .replace(/(?<!\s)\s*\n\s*/g, '; ')
  return escapeLine(line, maxErrorLength)
}

// JSON leaves the C1 control characters as they are. Some terminals obey them.
function printableJson(value: object): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]/g, (character) => {
    return `\\u00${character.charCodeAt(0).toString(16)}`
  })
}
