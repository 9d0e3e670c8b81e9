import { pipeline, Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import type { Header } from './header.ts'

/** A line of a CSV file: its number, from 1 for the header, and its cells by column, or why it cannot be read. */
export type CsvLine = { number: number } & (
  | { cells: Record<string, string>; bytes: number; reason?: undefined }
  | { reason: string }
)

type Parsed = { number: number; cells: string[]; bytes: number }

// A review has at most 20,000 characters. The limit keeps a quotation mark that is never closed from filling the
// memory.
const maxLineLength = 200_000

/** Reads the lines of a CSV file after its header, without those that are empty. */
export async function* readLines(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  { delimiter, columns }: Header,
): AsyncGenerator<CsvLine> {
  const unread: CsvLine[] = []
  let lastNumber = 0
  let countedTwice = 0
  const options: Options<Parsed, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    max_record_size: maxLineLength,
    on_record(cells: string[], { lines, bytes }): Parsed {
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
      // The parser counts \r\n within quotation marks as two lines.
      countedTwice += breaks.filter((text) => text === '\r\n').length
      lastNumber = lines - countedTwice
      return { number: lastNumber - breaks.length, cells, bytes }
    },
    on_skip(error) {
      if (error) unread.push({ number: lastNumber + 1, reason: notClosed })
      return undefined
    },
  }
  const parser = parse(options as object as Options)
  // An error while the chunks are read destroys the parser with it, which the loop then throws.
  pipeline(Readable.from(chunks), parser, () => undefined)
  let isHeader = true
  for await (const line of parser as AsyncIterable<Parsed>) {
    if (!isHeader) yield csvLine(line, columns)
    isHeader = false
  }
  yield* unread
}

const notClosed =
  'The line is too long, or its quotation marks are not closed. The lines after it were not read.'

function csvLine({ number, cells, bytes }: Parsed, columns: (string | null)[]): CsvLine {
  if (cells.length < columns.length || cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { number, reason: `The line has ${cells.length} cells, but the header has ${columns.length}.` }
  const entries = columns.flatMap((name, index) => (name ? [[name, cells[index] ?? ''] as const] : []))
  return { number, cells: Object.fromEntries(entries), bytes }
}
