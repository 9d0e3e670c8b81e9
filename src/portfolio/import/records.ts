import { pipeline, Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { type Fault, invalid } from '../../record/fault.ts'
import { timeSlice } from '../../record/time-slice.ts'

/** A record of a CSV file: the line of the file that it starts on, from 1, and its cells. */
export type CsvRecord = { number: number; cells: string[] }

// A review has at most 20,000 characters. The limit keeps a quotation mark that is never closed, and a line of
// delimiters, from filling the memory.
const maxLineLength = 200_000

/**
 * Reads the records of a CSV file, without those that are empty. Other requests are served in between.
 *
 * @throws Fault on the field `file` with the line that cannot be read, and why
 */
export async function* readRecords(slices: Iterable<Buffer>, delimiter: string): AsyncGenerator<CsvRecord> {
  let lastLine = 0
  let emptyLines = 0
  let countedTwice = 0
  let lastByte = 0
  // Lines that are empty are not records, but they are counted.
  const nextLine = ({ empty_lines }: { empty_lines: number }) => lastLine + 1 + empty_lines - emptyLines
  const options: Options<CsvRecord, string[]> = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    on_record(cells: string[], { lines, bytes, empty_lines }): CsvRecord | null {
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
      // The parser counts \r\n within quotation marks as two lines.
      countedTwice += breaks.filter((text) => text === '\r\n').length
      lastLine = lines - countedTwice
      emptyLines = empty_lines
      lastByte = bytes
      return cells.some((cell) => cell.trim() !== '') ? { number: lastLine - breaks.length, cells } : null
    },
  }
  const parser = parse(options as object as Options)
  const pause = timeSlice()
  async function* checkedSlices() {
    for (const slice of slices) {
      await pause()
      // The parser counts the characters of a line, but not its delimiters.
      if (parser.info.bytes - lastByte > maxLineLength) throw tooLong(nextLine(parser.info))
      yield slice
    }
  }
  // An error while the slices are read destroys the parser with it, which the loop then throws.
  pipeline(Readable.from(checkedSlices()), parser, () => undefined)
  try {
    yield* parser as AsyncIterable<CsvRecord>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = nextLine(parser.info)
    throw error.code === 'CSV_QUOTE_NOT_CLOSED' ? notClosed(line) : tooLong(line)
  }
}

function notClosed(line: number): Fault {
  return invalid({ file: `Line ${line} has a quotation mark that is not closed.` })
}

function tooLong(line: number): Fault {
  const most = maxLineLength.toLocaleString('en')
  return invalid({
    file: `Line ${line} has more than ${most} characters, or a quotation mark that is not closed.`,
  })
}
