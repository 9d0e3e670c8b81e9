import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { FieldErrors } from '../../record/fault.ts'
import { findCredential } from '../../record/rules/find-credential.ts'

const count = z.int().min(0)
const maxRejections = 500
const maxChanges = 200
const maxTextLength = 100

const Fault = z.object({
  field: z.string().nullable().describe('Null if the entire line is rejected'),
  value: z
    .string()
    .nullable()
    .optional()
    .describe('The cell. Null if it contains a credential, absent if the line has no such cell'),
  reason: z.string(),
})
const Change = z.object({
  line: z.int().min(1),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})

/** The outcome of an import, or of its preview. Every line after the header is counted once. */
export const ImportResult = z.object({
  lines: count,
  created: count,
  changed: count,
  unchanged: count,
  rejected: count,
  rejections: z
    .array(z.object({ line: z.int().min(1), faults: z.array(Fault) }))
    .describe(`The first ${maxRejections} rejected lines`),
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
  result: ImportResult,
  { number, cells = {} }: { number: number; cells?: Record<string, string> },
  errors: FieldErrors,
): void {
  result.rejected += 1
  if (result.rejected_lines.at(-1) !== number) result.rejected_lines.push(number)
  if (result.rejections.length === maxRejections) return
  const faults = Object.entries(errors).flatMap(([name, reasons]) => {
    const cell = cells[name]
    const [field, value] = [name || null, cell === undefined ? undefined : shownText(cell)]
    return reasons.map((reason) => ({ field, value, reason }))
  })
  result.rejections.push({ line: number, faults })
}

/** Returns the beginning of a cell or of a column name. Returns null if it contains a credential. */
export function shownText(cell: string): string | null {
  if (findCredential(cell)) return null
  const characters = [...cell.slice(0, 2 * maxTextLength + 2)]
  return characters.length > maxTextLength ? `${characters.slice(0, maxTextLength).join('')}…` : cell
}
