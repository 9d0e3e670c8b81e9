import { CsvError, type Parser, parse } from 'csv-parse'
import { phrase } from '../../language/phrase.ts'
import { type StoredMessage, storedMessage } from '../../language/stored-phrase.ts'
import { type Fault, invalid } from '../../record/fault.ts'
import { timeSlice } from '../../record/time-slice.ts'

/**
 * A line of a CSV file after its header: its number in the file, its cells, and why it cannot be stored, if so. The cells
 * that a shorter line lacks are empty.
 */
export type FileLine = { number: number; cells: string[]; reason?: StoredMessage }

/** A line with its cells by field. */
export type CsvLine = { number: number } & (
  | { cells: Record<string, string>; reason?: undefined }
  | { reason: StoredMessage }
)

/** The largest number of lines after the header. */
export const maxLines = 50_000

/**
 * Reads the lines of a CSV file after its header, without those that are empty.
 *
 * @throws Fault on the field `file` with the line that cannot be read, or the number of lines if they are too many
 */
export async function* readLines(
  slices: Iterable<Buffer>,
  header: { line: number; columns: string[]; delimiter: string },
): AsyncGenerator<FileLine> {
  let count = 0
  for await (const records of readRecords(slices, header.delimiter))
    for (const { number, cells } of records) {
      if (number <= header.line) continue
      count += 1
      if (count <= maxLines) yield fileLine(number, cells, header.columns.length)
    }
  if (count > maxLines) {
    throw invalid({ file: phrase('imports.tooManyLines', { lines: count, most: maxLines }) })
  }
}

function fileLine(number: number, cells: string[], columns: number): FileLine {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return {
      number,
      cells,
      reason: storedMessage(phrase('imports.tooManyCells', { cells: cells.length, columns })),
    }
  return { number, cells: cells.slice(0, columns) }
}

/** A record of a CSV file: the line of the file that it starts on, from 1, and its cells. */
export type CsvRecord = { number: number; cells: string[] }

// A review has at most 20,000 characters. The limit keeps a quotation mark that is never closed, and a line of
// delimiters, from filling the memory.
const maxLineLength = 200_000

/**
 * Reads the records of a CSV file in batches, without those that are empty. Other requests are served in between.
 *
 * @throws Fault on the field `file` with the line that cannot be read, and why
 */
export async function* readRecords(slices: Iterable<Buffer>, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const records: CsvRecord[] = []
  let lastLine = 0
  let emptyLines = 0
  let countedTwice = 0
  let lastByte = 0
  // Lines that are empty are not records, but they are counted.
  const nextLine = () => lastLine + 1 + parser.info.empty_lines - emptyLines
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    // Nothing is passed on to the stream: a promise for each of a million records would take a minute.
    on_record(cells: string[], { lines, bytes, empty_lines }) {
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
      // The parser counts \r\n within quotation marks as two lines.
      countedTwice += breaks.filter((text) => text === '\r\n').length
      lastLine = lines - countedTwice
      emptyLines = empty_lines
      lastByte = bytes
      if (cells.some((cell) => cell.trim() !== '')) records.push({ number: lastLine - breaks.length, cells })
      // The parser builds an error with its stack for each record that is not as long as the first one, which takes ten
      // times as long as the record, and has no option against it. With this count it takes every record for the first one.
      Object.assign(parser.info, { records: 0 })
      return null
    },
  })
  const write = writer(parser)
  const pause = timeSlice()
  try {
    for (const slice of slices) {
      await pause()
      await write(slice)
      // The parser counts the characters of a line, but not its delimiters.
      if (parser.info.bytes - lastByte > maxLineLength) throw tooLong(nextLine())
      yield records.splice(0)
    }
    await write()
    yield records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw error.code === 'CSV_QUOTE_NOT_CLOSED' ? notClosed(nextLine()) : tooLong(nextLine())
  }
}

// Returns a function that lets a parser process a slice, or the end of the file.
function writer(parser: Parser) {
  // Without a listener, an error ends the process. The callback receives it too.
  parser.on('error', () => undefined)
  return (slice?: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      if (slice) parser.write(slice, done)
      else parser.end(done)
    })
}

function notClosed(line: number): Fault {
  return invalid({ file: phrase('imports.quoteNotClosed', { line }) })
}

function tooLong(line: number): Fault {
  return invalid({ file: phrase('imports.lineTooLong', { line, most: maxLineLength }) })
}
