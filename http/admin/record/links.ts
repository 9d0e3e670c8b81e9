import { type RecordReference, type RecordTitles, readTitles } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { keyOf } from '../html/display.ts'
import { withBack } from '../request/way-back.ts'
import { listAddress, recordAddress } from './address.ts'
import type { RecordPages, Row } from './record.ts'
import { recordText } from './record-text.ts'

type Link = { href: string; label: string }

/** Returns the link to the list of a kind of record. */
export function listLink(pages: RecordPages): Link {
  return { href: listAddress(pages.collection), label: recordText(pages, 'list') }
}

/** Returns the title of a record as it is stored: its name or its title; its number if it has none. */
export function storedTitleOf(pages: RecordPages, row: Row): string {
  const title = row.name ?? row.title ?? row.keyword ?? row.email
  return typeof title === 'string' ? title : `${recordText(pages, 'name')} ${row.id}`
}

/** Returns the title of a record as pages show it. */
export function titleOf(pages: RecordPages, row: Row): string {
  return visibleName({ id: row.id, name: storedTitleOf(pages, row) })
}

/**
 * Returns the links above a page about one record: to its list and to the record. `back` is the list that the record was
 * opened from.
 */
export function linksAbove(pages: RecordPages, row: Row, back?: string): Link[] {
  const record = { href: withBack(recordAddress(pages.collection, row.id), back), label: titleOf(pages, row) }
  return [listAbove(pages, back), record]
}

/** Returns the link above a page to its list, with the filters of `back`. */
export function listAbove(pages: RecordPages, back: string | undefined): Link {
  const list = listLink(pages)
  return { ...list, href: back ?? list.href }
}

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
