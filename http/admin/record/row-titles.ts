import { type RecordReference, type RecordTitles, readTitles } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { keyOf } from '../html/display.ts'
import type { Row } from './record.ts'

/** Returns the records that rows refer to by ids or slugs. `names` are the fields that are shown. */
export function rowReferences(rows: readonly Row[], names?: readonly string[]): RecordReference[] {
  return rows.flatMap((row) => (names ?? Object.keys(row)).flatMap((name) => referencesIn(name, row[name])))
}

/** Returns the titles of the records that rows refer to. */
export function rowTitles(
  read: Read,
  rows: readonly Row[],
  names?: readonly string[],
): Promise<RecordTitles> {
  return readTitles(read, rowReferences(rows, names))
}

// A field may also list records, such as the recent writes of a token.
function referencesIn(name: string, value: unknown): RecordReference[] {
  const listed = Array.isArray(value) ? value : []
  return [keyOf(name, value) ?? [], listed.filter((item) => item?.record_type)].flat()
}
