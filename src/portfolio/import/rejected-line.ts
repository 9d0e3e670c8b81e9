import { z } from 'zod'
import type { FieldErrors } from '../../record/fault.ts'
import { findCredential } from '../../record/rules/find-credential.ts'
import { ellipsize } from '../../record/rules/truncate.ts'

/** How many rejected lines a result lists. */
export const maxRejections = 500
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

/** A line of a CSV file that was not imported, with every reason. */
export const Rejection = z.object({ line: z.int().min(1), faults: z.array(Fault) })
export type Rejection = z.output<typeof Rejection>

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
    return reasons.map((reason) => ({ field, value, reason }))
  })
  result.rejections.push({ line: number, faults })
}

/** Returns the beginning of a cell or of a column name. Returns null if it contains a credential. */
export function shownText(cell: string): string | null {
  return findCredential(cell) ? null : ellipsize(cell, maxTextLength)
}
