import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { phrase } from '../../language/phrase.ts'
import { type StoredMessage, storedMessage } from '../../language/stored-phrase.ts'
import { Fault, type FieldErrors } from '../../record/fault.ts'
import { findCredential } from '../../record/rules/find-credential.ts'
import { ellipsize } from '../../record/rules/truncate.ts'

const count = z.int().min(0)
const maxChanges = 200

const Change = z.object({
  line: z.int().min(1),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})

/** How many rejected lines a result lists. */
const maxRejections = 500
const maxTextLength = 100

const LineFault = z.object({
  field: z.string().nullable().describe('Null if the entire line is rejected'),
  value: z
    .string()
    .nullable()
    .optional()
    .describe('The cell. Null if it contains a credential, absent if the line has no such cell'),
  // Stored while the result is shown, in the language of each reader.
  reason: z.custom<StoredMessage>(),
})

/** A line of a CSV file that was not imported, with every reason. */
export const Rejection = z.object({ line: z.int().min(1), faults: z.array(LineFault) })
export type Rejection = z.output<typeof Rejection>

/** The outcome of an import, or of its preview. Every line after the header is counted once. */
export const ImportResult = z.object({
  lines: count,
  created: count,
  changed: count,
  unchanged: count,
  rejected: count,
  rejections: z.array(Rejection).describe(`The first ${maxRejections} rejected lines`),
  rejected_lines: z.array(z.int().min(1)).describe('The numbers of all rejected lines'),
  changes: z.array(Change).describe(`The first ${maxChanges} changed lines`),
  ignored_columns: z.array(z.string().nullable()).describe('Null for a name that contains a credential'),
})
export type ImportResult = z.output<typeof ImportResult>

/** Returns the result before the first line is read. */
export function emptyResult(ignored: string[]): ImportResult {
  const counts = { lines: 0, created: 0, changed: 0, unchanged: 0, rejected: 0 }
  const ignored_columns = ignored.map(shownText)
  return { ...counts, rejections: [], rejected_lines: [], changes: [], ignored_columns }
}

/** Returns whether two results create, change and reject the same lines, with the same values as far as they are listed. */
export function isSameOutcome(one: ImportResult, other: ImportResult): boolean {
  const outcomeOf = ({ created, changed, unchanged, rejected_lines, changes }: ImportResult) =>
    JSON.parse(JSON.stringify({ created, changed, unchanged, rejected_lines, changes }))
  return isDeepStrictEqual(outcomeOf(one), outcomeOf(other))
}

/** Returns how many changes a result still lists. */
export function unlistedChanges({ changes }: ImportResult): number {
  return maxChanges - changes.length
}

/** Counts a rejected line, and lists it if it is among the first ones. */
export function addRejection(
  result: { rejected: number; rejected_lines: number[]; rejections: Rejection[] },
  { number, cells = {} }: { number: number; cells?: Record<string, string> },
  errors: FieldErrors,
): void {
  result.rejected += 1
  if (result.rejected_lines.at(-1) !== number) result.rejected_lines.push(number)
  if (result.rejections.length === maxRejections) return
  const faults = Object.entries(errors).flatMap(([name, reasons]) => {
    const cell = cells[name]
    const [field, value] = [name || null, cell === undefined ? undefined : shownText(cell)]
    return reasons.map((reason) => ({ field, value, reason: storedMessage(reason) }))
  })
  result.rejections.push({ line: number, faults })
}

/** Returns the beginning of a cell or of a column name. Returns null if it contains a credential. */
export function shownText(cell: string): string | null {
  return findCredential(cell) ? null : ellipsize(cell, maxTextLength)
}

/** Returns the fault of an import that would do something else than its preview shows. */
export function outdatedPreview(outcome: ImportResult): Fault {
  return new Fault('conflict', phrase('imports.outdated'), undefined, { outcome })
}

/** Returns what a rejected import would do, if it was rejected because its preview is outdated. */
export function importOutcomeIn(error: unknown): ImportResult | undefined {
  return error instanceof Fault ? (error.details.outcome as ImportResult | undefined) : undefined
}
