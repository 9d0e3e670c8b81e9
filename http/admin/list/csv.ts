import { stringify } from 'csv-stringify/sync'
import { guardFormulas } from '../../../src/record/formula-guard.ts'

/** With it, spreadsheets read a CSV file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns rows as lines of a CSV file. Numbers stay numbers; texts that a spreadsheet could run are guarded. */
export function csv(rows: unknown[][], delimiter = ','): string {
  return stringify(rows, {
    delimiter,
    record_delimiter: 'windows',
    // By default the package quotes a cell with a line end only if this line end separates records.
    quoted_match: /[\r\n]/,
    cast: { boolean: String, string: guardFormulas },
  })
}
