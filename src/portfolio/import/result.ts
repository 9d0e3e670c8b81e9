import { z } from 'zod'

const count = z.int().min(0)
const maxRejections = 500

/** The outcome of an import, or of its preview. Every line after the header is counted once. */
export const ImportResult = z.object({
  lines: count,
  created: count,
  changed: count,
  unchanged: count,
  rejected: count,
  rejections: z
    .array(z.object({ line: z.int().min(1), reasons: z.array(z.string()) }))
    .describe(`The first ${maxRejections} rejected lines`),
  ignored_columns: z.array(z.string()),
})
export type ImportResult = z.output<typeof ImportResult>

/** Returns the result before the first line is read. */
export function emptyResult(ignored_columns: string[]): ImportResult {
  return { lines: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, rejections: [], ignored_columns }
}

/** Counts a rejected line, and lists it if it is among the first ones. */
export function addRejection(result: ImportResult, line: number, reasons: string[]): void {
  result.rejected += 1
  if (result.rejections.length < maxRejections) result.rejections.push({ line, reasons })
}
