import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Changes, RecordRef } from '../../../src/journal/history.ts'
import { type Html, html } from '../html/html.ts'
import { titleLink } from '../record/record-link.ts'

/** Renders the title of a record with a link to it. The title of one whose row was deleted is in its deletion. */
export function recordTitle(record: RecordRef & { changes: Changes }, titles: RecordTitles): Html {
  const found = titles.get(recordKey(record))
  const name = recordCatalog.get(record.record_type)?.title ?? ''
  const { from, to } = record.changes[name] ?? { from: null, to: null }
  const last = from ?? to
  return found || typeof last !== 'string'
    ? titleLink(record, found)
    : html`${last}<span class="absent"> (deleted)</span>`
}
