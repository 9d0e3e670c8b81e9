import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import type { LinkedPage } from '../../../src/notifications/settings.ts'
import { planFields } from '../../../src/portfolio/task/plan.ts'

/** Returns the address of a list, with the filters that select its rows. */
export function listAddress(
  collection: string,
  filters: URLSearchParams | Record<string, string> | string = '',
): string {
  const query = new URLSearchParams(filters).toString()
  return `/admin/${collection}${query && `?${query}`}`
}

/** Returns the address of the page of a record, which may be named by its slug. */
export function recordAddress(collection: string, id: number | string): string {
  return `${listAddress(collection)}/${id}`
}

/** Returns the address of the board of tasks, with those of the filters of a list that it has. */
export function boardAddress(filters: Record<string, unknown> = {}): string {
  const kept = Object.entries(filters).filter(
    (filter): filter is [string, string] => filter[0] in planFields && typeof filter[1] === 'string',
  )
  return listAddress('tasks/board', Object.fromEntries(kept))
}

// The pages of these records are below another page.
const paths: Record<string, string> = { webhook: 'notifications/webhooks', channel: 'notifications/channels' }

/**
 * Returns the address of the page of a record that is named by its type and id. Undefined if records of its type have
 * no page.
 */
export function referenceAddress({ record_type, record_id }: RecordRef): string | undefined {
  const path = paths[record_type] ?? collectionOfType(record_type)
  return path && recordAddress(path, record_id)
}

/**
 * Returns the name that the addresses of a kind of record contain: the name of its table, with hyphens. Undefined for
 * tokens, which have a list for each prefix, and for a kind that the catalog does not have.
 */
export function collectionOfType(type: string): string | undefined {
  const table = type === 'token' ? undefined : recordCatalog.get(type)?.table
  return table?.replaceAll('_', '-')
}

/** Returns the address of a week, such as 2026-W48. */
export function weekAddress(week: string): string {
  return listAddress(`week/${week}`)
}

/** Returns the path of a page that a notification links to. */
export function pagePath(page: LinkedPage): string {
  const dashboard = '/admin'
  if (page === 'dashboard') return dashboard
  if (typeof page === 'string') return listAddress(page)
  return 'week' in page ? weekAddress(page.week) : (referenceAddress(page) ?? dashboard)
}

/** Returns the address of the link by which an invited user signs in first. */
export function invitationUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/admin/invitation/${secret}`
}
