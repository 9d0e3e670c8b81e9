import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { maxRejections, Rejection, shownText } from './rejected-line.ts'

const count = z.int().min(0)
const maxChanges = 200

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
