import { phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { isDay } from './days.ts'
import { type CsvRecord, readRecords } from './lines.ts'

/** The header of a CSV file: the delimiter, the line that it starts on, and the names of its columns. */
export type Header = { delimiter: string; line: number; columns: string[] }

/** Returns whether a column has the name of a field, or its label. */
export type IsField = (column: string) => boolean

/** The largest number of columns of a file. */
export const maxColumns = 2000

const delimiters = [',', ';', '\t']
const maxNameLength = 500
// Titles and notes stand above the header of many exports.
const sampleRecords = 40
// A name and a value.
const titleCells = 2

/** A record near the start of a file: its line, that after it, its names, how many are filled, and how many known. */
type Row = { number: number; next: number; names: string[]; filled: number; known: number }

type Candidate = Header & { score: number }

/**
 * Returns the header of a CSV file. Titles and notes may stand above it, and a first line `sep=;` names the delimiter.
 *
 * @throws Fault on the field `file` with the line that cannot be read, and why
 */
export async function findHeader(slices: () => Iterable<Buffer>, isField: IsField): Promise<Header> {
  const named = delimiterNamedIn(slices())
  const candidates: Candidate[] = []
  const faults: unknown[] = []
  for (const delimiter of named ? [named] : delimiters) {
    try {
      const records = await sampleOf(slices(), delimiter)
      const header = headerIn(named ? records.filter(({ number }) => number > 1) : records, isField)
      if (header) candidates.push({ delimiter, ...header })
    } catch (error) {
      faults.push(error)
    }
  }
  const [best] = candidates.sort((one, other) => other.score - one.score)
  // With another delimiter, a file that cannot be read may be one column of text.
  if (faults.length > 0 && (best === undefined || best.score < 1)) throw faults[0]
  if (!best) throw invalid({ file: phrase('imports.fileIsEmpty') })
  const { delimiter, line, columns } = best
  return checked({ delimiter, line, columns })
}

function delimiterNamedIn(slices: Iterable<Buffer>): string | undefined {
  for (const slice of slices)
    return /^"?sep=([,;\t])"?\s*(?:\r|\n|$)/i.exec(slice.subarray(0, 20).toString())?.[1]
  return undefined
}

async function sampleOf(slices: Iterable<Buffer>, delimiter: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const batch of readRecords(slices, delimiter)) {
    records.push(...batch.slice(0, sampleRecords - records.length))
    if (records.length === sampleRecords) break
  }
  return records
}

// The header is the first record that names the most fields. If no record names two, it also fills most of the columns of
// the data, which end the sample. Titles with one name and value each, such as "Country,US", are narrower, or an empty
// line follows them. The score counts what is known, then the records with as many cells.
function headerIn(records: CsvRecord[], isField: IsField): Omit<Candidate, 'delimiter'> | undefined {
  const rows: Row[] = []
  for (const { number, cells } of records) {
    const names = cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
    const filled = names.filter((name) => name !== '').length
    const fields = names.filter(isField).length
    const days = names.filter(isDay).length
    const next = number + 1 + cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []).length
    rows.push({ number, next, names, filled, known: fields + (days > 1 ? 1 : 0) })
  }
  const widest = Math.max(...rows.slice(Math.floor(rows.length / 2)).map(({ filled }) => filled))
  const fullest = Math.max(Math.min(2, widest), 0.75 * widest)
  const known = Math.max(...rows.map(({ known }) => known))
  const isFull = ({ filled, known }: Row) => filled >= fullest || (known > 0 && filled !== titleCells)
  const possible = rows.filter(
    (row, index) => known > 1 || (isFull(row) && !isTitle(row, rows[index + 1], fullest)),
  )
  const most = Math.max(...possible.map(({ known }) => known))
  const header = possible.find((row) => row.known === most)
  if (!header) return undefined
  const { number, names } = header
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  const alike = rows.filter(({ names }) => names.length === header.names.length).length
  const score = header.known + (columns.length > 1 ? alike / (sampleRecords + 1) : 0)
  return { line: number, columns, score: columns.length > 1 ? 1 + score : score }
}

// The first line after a header would be data, which hardly ever has no digit.
function isTitle({ next }: Row, following: Row | undefined, fullest: number): boolean {
  if (following === undefined || following.number === next || following.filled < fullest) return false
  return !following.names.some((name) => /\d/.test(name))
}

function checked(header: Header): Header {
  const { line, columns } = header
  if (columns.length > maxColumns)
    throw invalid({
      file: phrase('imports.tooManyColumns', { line, columns: columns.length, most: maxColumns }),
    })
  const long = columns.findIndex((name) => [...name].length > maxNameLength)
  if (long !== -1)
    throw invalid({
      file: phrase('imports.columnNameTooLong', {
        line,
        characters: [...(columns[long] ?? '')].length,
        column: long + 1,
        most: maxNameLength,
      }),
    })
  return header
}
