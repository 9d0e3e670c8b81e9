import type { Page } from '../../../src/record/list/record-list.ts'
import { type Html, html } from '../html/html.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { type ListRequest, listAddress } from './list-request.ts'
import { trailLinks } from './trail.ts'

/** Renders the links to the other pages of a list. */
export function pager(pages: RecordPages, request: ListRequest, page: Page<Row>): Html {
  const { query, trail } = request
  const isOnlyPage = query.page === 1 && trail.length === 0 && !page.more
  if (isOnlyPage || page.rows.length === 0) return null
  const { cursorOf } = pages.list
  const link = (position: Record<string, string | number>) => listAddress(pages, request, position)
  const last = page.more ? page.rows.at(-1) : undefined
  // A page by key costs the same at every depth of the list.
  const isByKey = cursorOf && !query.sort && query.page === 1
  return html`<nav class="pager" aria-label="Pages">
    ${isByKey ? trailLinks(trail, last && cursorOf(last), link) : linksByNumber(query, page, link)}
  </nav>`
}

function linksByNumber(
  { page: current, per_page }: ListRequest['query'],
  page: Page<Row>,
  link: (position: Record<string, number>) => string,
): Html {
  const last = page.total === null ? null : Math.max(1, Math.ceil(page.total / per_page))
  return html`
    ${current > 1 ? html`<a class="button" rel="prev" href=${link({ page: current - 1 })}>Previous</a>` : null}
    <span>Page ${current.toLocaleString('en')}${last === null ? '' : ` of ${last.toLocaleString('en')}`}</span>
    ${page.more ? html`<a class="button" rel="next" href=${link({ page: current + 1 })}>Next</a>` : null}
  `
}
