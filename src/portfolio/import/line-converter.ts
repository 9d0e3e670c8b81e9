import { createHash } from 'node:crypto'
import type { Read } from '../../database/read.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { cellValidator } from './cell-validator.ts'
import type { ImportKind, Referenced } from './import-kind.ts'
import type { CsvLine } from './lines.ts'

const maxKeyLength = 100

type Valid<Line> = { number: number; value: Line; reference: string }
type Row = Record<string, unknown>

/** Receives the number of a line that cannot be stored, and why. */
export type Reject = (line: number, reasons: string[]) => void

/**
 * Returns a function that converts batches of lines of one file to rows. It rejects a line that is invalid, whose
 * reference does not exist, or that has the key of an earlier line.
 */
export function lineConverter<Line>(kind: ImportKind<Line>, reject: Reject) {
  const firstLines = new Map<string, number>()
  const known = new Map<string, Referenced>()
  const validate = cellValidator(kind.schema.shape, kind.required)
  const pause = timeSlice()

  async function validLines(lines: CsvLine[]): Promise<Valid<Line>[]> {
    const valid: Valid<Line>[] = []
    for (const line of lines) {
      await pause()
      if (line.reason !== undefined) {
        reject(line.number, [line.reason])
        continue
      }
      const { values, reasons } = validate(line.cells)
      if (reasons) {
        reject(line.number, reasons)
        continue
      }
      // All required cells are present and valid, so the values have the type `Line`.
      const value = values as Line
      valid.push({ number: line.number, value, reference: kind.reference(value) })
    }
    return valid
  }

  return async (read: Read, lines: CsvLine[]): Promise<Row[]> => {
    const valid = await validLines(lines)
    const unknown = new Set(valid.map(({ reference }) => reference).filter((name) => !known.has(name)))
    if (unknown.size > 0)
      for (const [name, referenced] of await kind.findReferences(read, [...unknown]))
        known.set(name, referenced)
    const rows: Row[] = []
    for (const { number, value, reference } of valid) {
      await pause()
      const referenced = known.get(reference)
      if (!referenced) {
        reject(number, [invalidSelection(kind.referenceColumn)])
        continue
      }
      const row = kind.row(value, referenced)
      const key = keyOf(kind.key, row)
      const first = firstLines.get(key)
      if (first !== undefined) reject(number, [`Line ${first} has the same ${nameOf(kind)}.`])
      else {
        firstLines.set(key, number)
        rows.push(row)
      }
    }
    return rows
  }
}

// The digest of a long key, so that the keys of a file take little memory.
function keyOf(columns: string[], row: Row): string {
  const values = columns.map((name) => (name === 'keyword' ? String(row[name]).toLowerCase() : row[name]))
  const key = JSON.stringify(values)
  return key.length > maxKeyLength ? createHash('sha256').update(key).digest('base64') : key
}

function nameOf<Line>({ key, referenceColumn }: ImportKind<Line>): string {
  const names = key.map((name) => (name === 'app_id' ? referenceColumn : name))
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
