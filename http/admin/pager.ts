import type { Page } from '../../src/database/record-list.ts'
import { type Html, html } from './html.ts'
import type { Row } from './record.ts'

type Pager = {
  query: { page: number; per_page: number; sort?: string | undefined; cursor?: unknown }
  page: Page<Row>
  cursorOf: ((row: Row) => string) | undefined
  /** Returns the address of another page. */
  link: (position: Record<string, string | number>) => string
}

/** Renders the links to the other pages of a list. */
export function pager(options: Pager): Html {
  const { query, page, cursorOf } = options
  if (query.page === 1 && query.cursor === undefined && !page.more) return null
  const links = cursorOf && !query.sort ? linksByKey(options, cursorOf) : linksByNumber(options)
  return html`<nav class="pager" aria-label="Pages">${links}</nav>`
}

// A page by key costs the same at every depth of the list.
function linksByKey({ query, page, link }: Pager, cursorOf: (row: Row) => string): Html {
  const last = page.rows.at(-1)
  return html`
    ${query.page > 1 || query.cursor !== undefined ? html`<a class="button" href=${link({})}>Newest</a>` : null}
    ${page.more && last ? html`<a class="button" rel="next" href=${link({ cursor: cursorOf(last) })}>Older</a>` : null}
  `
}

function linksByNumber({ query, page, link }: Pager): Html {
  const { page: current, per_page } = query
  const last = page.total === null ? null : Math.max(1, Math.ceil(page.total / per_page))
  return html`
    ${current > 1 ? html`<a class="button" rel="prev" href=${link({ page: current - 1 })}>Previous</a>` : null}
    <span>Page ${current.toLocaleString('en')}${last === null ? '' : ` of ${last.toLocaleString('en')}`}</span>
    ${page.more ? html`<a class="button" rel="next" href=${link({ page: current + 1 })}>Next</a>` : null}
  `
}
