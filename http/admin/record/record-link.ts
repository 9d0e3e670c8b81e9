import type { RecordTitle } from '../../../src/catalog/record-titles.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { collectionOfType } from './collection.ts'

const maxTitleLength = 80

/** Renders a record by its kind and title, with a link to its page if it has one. */
export function recordLink(record: RecordRef, found: RecordTitle | undefined): Html {
  return html`${words(record.record_type).toLowerCase()} ${titleLink(record, found)}`
}

/** Renders a record by its title, with a link to its page if it has one. */
export function titleLink(record: RecordRef, found: RecordTitle | undefined): Html {
  const title = found ? shortened(found.title) : `#${record.record_id}`
  const address = referenceAddress(record)
  if (!address || !found || found.deleted)
    return html`${title}${found && !found.deleted ? null : html`<span class="absent"> (deleted)</span>`}`
  return html`<a href=${address}>${title}</a>`
}

/**
 * Returns the address of the page of a record that is named by its type and id. Undefined if records of its type have
 * no page.
 */
export function referenceAddress({ record_type, record_id }: RecordRef): string | undefined {
  const collection = collectionOfType(record_type)
  return collection ? `/admin/${collection}/${record_id}` : undefined
}

function shortened(title: string): string {
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title
}
