import { invalid } from '../../record/fault.ts'
import type { Header } from './header.ts'
import { readRecords } from './records.ts'

/**
 * A line of a CSV file after its header: its number in the file, its cells, and why it cannot be stored, if so. The cells
 * that a shorter line lacks are empty.
 */
export type FileLine = { number: number; cells: string[]; reason?: string }

/** A line with its cells by field. */
export type CsvLine = { number: number } & (
  | { cells: Record<string, string>; reason?: undefined }
  | { reason: string }
)

/** The largest number of lines after the header. */
export const maxLines = 50_000

/**
 * Reads the lines of a CSV file after its header, without those that are empty.
 *
 * @throws Fault on the field `file` with the line that cannot be read, or the number of lines if they are too many
 */
export async function* readLines(slices: Iterable<Buffer>, header: Header): AsyncGenerator<FileLine> {
  let count = 0
  for await (const records of readRecords(slices, header.delimiter))
    for (const { number, cells } of records) {
      if (number <= header.line) continue
      count += 1
      if (count <= maxLines) yield fileLine(number, cells, header.columns.length)
    }
  if (count > maxLines) {
    const [given, most] = [count, maxLines].map((number) => number.toLocaleString('en'))
    throw invalid({ file: `The file has ${given} lines. At most ${most} are accepted. Split the file.` })
  }
}

function fileLine(number: number, cells: string[], columns: number): FileLine {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return { number, cells, reason: `The line has ${cells.length} cells, but the header has ${columns}.` }
  return { number, cells: cells.slice(0, columns) }
}
