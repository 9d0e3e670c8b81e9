import { timeSlice } from '../../record/time-slice.ts'
import type { ImportLine, RowsOf } from './import-kind.ts'

/** Returns the conversion of lines that each become one row, whose `key` no other line may have. */
export function eachLine<Line>(
  rowOf: (line: ImportLine<Line>) => Record<string, unknown>,
  { key, what }: { key: string[]; what: string },
): () => RowsOf<Line> {
  return () => async (_, lines) => {
    const pause = timeSlice()
    const rows = []
    for (const line of lines) {
      await pause()
      const row = rowOf(line)
      const values = key.map((name) => (name === 'keyword' ? String(row[name]).toLowerCase() : row[name]))
      rows.push({ line, row, keys: [{ key: JSON.stringify(values), what }] })
    }
    return rows
  }
}
