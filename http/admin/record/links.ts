import { words } from '../html/words.ts'
import type { RecordPages, Row } from './record.ts'

type Link = { href: string; label: string }

/** Returns the link to the list of a kind of record. */
export function listLink({ collection, label }: RecordPages): Link {
  return { href: `/admin/${collection}`, label: label.list ?? words(label.plural) }
}

/** Returns the address of the page of a record. */
export function recordAddress({ collection }: RecordPages, { id }: Row): string {
  return `/admin/${collection}/${id}`
}

/** Returns the title of a record: its name, its title, or its number. */
export function titleOf({ label }: RecordPages, row: Row): string {
  const title = row.name ?? row.title ?? row.keyword ?? row.email
  return typeof title === 'string' ? title : `${words(label.singular)} ${row.id}`
}

/** Returns the links above a page about one record: to its list and to the record. */
export function linksAbove(pages: RecordPages, row: Row): Link[] {
  return [listLink(pages), { href: recordAddress(pages, row), label: titleOf(pages, row) }]
}

/** Returns the address of the requests that filters select. */
export function requestsWhere(filters: Record<string, string>): string {
  return `/admin/api-request-logs?${new URLSearchParams(filters)}`
}
