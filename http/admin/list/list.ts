import type { Person } from '../../../src/access/person.ts'
import type { RecordTitles } from '../../../src/catalog/record-titles.ts'
import type { SavedFilter } from '../../../src/people/saved-filter.ts'
import { importKinds } from '../../../src/portfolio/import/import-kinds.ts'
import type { Message } from '../../../src/record/fault.ts'
import type { Page } from '../../../src/record/list/record-list.ts'
import { maxExactTotal } from '../../../src/record/list/total.ts'
import { type Control, formControls } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { type Html, html } from '../html/html.ts'
import { localized, rich, t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import { listLink } from '../record/links.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { recordText } from '../record/record-text.ts'
import { filterLine } from './filter-line.ts'
import { filterControls, filterText } from './filters.ts'
import { addressWith, type ListRequest } from './list-request.ts'
import { presets, saveForm } from './presets.ts'
import { listTable } from './table.ts'
import { trailLinks } from './trail.ts'

type ListPage = {
  pages: RecordPages
  request: ListRequest
  /** The controls of its filters. */
  controls: readonly Control[]
  page: Page<Row>
  person: Person
  csrf: string
  mayCreate: boolean
  /** Whether the person may change records of this kind. */
  mayWrite: boolean
  /** The address of the page. */
  address: string
  /** The filters of the list that the person saved or that others share. */
  saved: SavedFilter[]
  /** The filters as their controls show them: a record by its name. */
  shown: FormValues
  titles: RecordTitles
  /** Stands above the filters. */
  lead?: Html
  /** Stands between the filters and the rows. */
  overview?: Html
}

/** Renders a list page: its heading, one line of presets and filters, the rows and the links to other pages. */
export function listPage(list: ListPage): Html {
  const { pages, request, mayCreate, csrf, lead, overview } = list
  const { collection, about } = pages
  return html`
    <div class="head">
      ${listTitle(listLink(pages).label, about, request.isInvalid ? null : summary(list))}
      <div class="buttons">
        ${pages.views?.(request.sent).map(({ label, href }) => html`<a class="button" href=${href}>${label}</a>`)}
        <a class="button" href=${addressWith({ collection: `${collection}.csv` }, request, { sort: '', per_page: '' })}>${t('list.exportCsv')}</a>
        ${mayCreate && collection in importKinds ? html`<a class="button" href=${`${listAddress(collection)}/import`}>${t('list.importCsv')}</a>` : null}
        ${mayCreate && !pages.formOnList ? html`<a class="button primary" href=${newAddress(pages, request)} data-key="n">${recordText(pages, 'new')}</a>` : null}
      </div>
    </div>
    ${mayCreate && pages.formOnList && pages.create ? html`<h2>${recordText(pages, 'new')}</h2>${form({ action: `${listAddress(collection)}/new`, csrf, controls: formControls(pages.create.body), values: pages.create.suggested ?? {}, submit: t('form.create'), inPlace: true })}` : null}
    ${lead}
    ${filters(list)} ${pagingErrors(pages, request)}
    ${request.isInvalid ? null : html`${overview} ${listTable(list)} ${pager(pages, request, list.page)}`}
  `
}

/** Renders the heading of a list. Beside it stands what its records are, and how many there are. */
export function listTitle(title: Message, about: Message, summary?: Html): Html {
  return html`<div class="title beside">
    <h1>${title}</h1>
    <div><p class="about">${about}</p> ${summary}</div>
  </div>`
}

// A new record begins with the filters of the list that it was opened from.
function newAddress({ collection, create }: RecordPages, { sent }: ListRequest): string {
  const known = Object.entries(sent).filter(([name]) => create && Object.hasOwn(create.body.shape, name))
  const search = new URLSearchParams(known).toString()
  return `${listAddress(collection)}/new${search ? `?${search}` : ''}`
}

function filters(list: ListPage): Html {
  const { pages, controls, shown, request, saved, person, titles, csrf } = list
  const { sent, errors, query } = request
  const { collection } = pages
  return filterLine({
    action: listAddress(collection),
    presets: presets({ collection, presets: pages.presets ?? [], saved, filters: sent, person }),
    controls,
    values: shown,
    errors,
    sort: query.sort,
    chips: Object.entries(sent).map(([name, value]) => ({
      text: filterText(controls, name, value, { person, titles }),
      href: addressWith(pages, request, { [name]: '' }),
    })),
    more: saveForm({ collection, filters: sent, sort: query.sort, person, csrf }),
  })
}

// The errors of parameters without a control, such as the page number.
function pagingErrors(pages: RecordPages, { errors }: ListRequest): Html {
  const names = new Set(filterControls(pages).map(({ name }) => name))
  const messages = Object.entries(errors).flatMap(([name, texts]) => (names.has(name) ? [] : texts))
  return messages.length === 0 ? null : html`<p class="error" role="alert">${messages.join(' ')}</p>`
}

function summary({ pages, request, page }: ListPage): Html {
  // The list itself says that there are none.
  if (page.total === 0 && Object.keys(request.sent).length === 0) return null
  const total =
    page.total === null
      ? recordText(pages, 'moreThan', { count: maxExactTotal })
      : recordText(pages, 'count', { count: page.total })
  return html`<p class="summary">${inOrder(total, pages, request)}</p>`
}

function inOrder(total: string, pages: RecordPages, request: ListRequest): Html {
  if (!pages.usualOrder) return total
  const order = localized(pages.usualOrder.about)
  if (!request.query.sort) return t('list.inOrder', { total, order })
  const address = addressWith(pages, request, { sort: '' })
  return rich('list.showInOrder', { total, order, link: (part) => html`<a href=${address}>${part}</a>` })
}

// Renders the links to the other pages of a list.
function pager(pages: RecordPages, request: ListRequest, page: Page<Row>): Html {
  const { query, trail } = request
  const isOnlyPage = query.page === 1 && trail.length === 0 && !page.more
  if (isOnlyPage || page.rows.length === 0) return null
  const { cursorOf } = pages.list
  const link = (position: Record<string, string | number>) => addressWith(pages, request, position)
  const last = page.more ? page.rows.at(-1) : undefined
  // A page by key costs the same at every depth of the list.
  const isByKey = cursorOf && !query.sort && query.page === 1
  return html`<nav class="pager" aria-label=${t('list.pages')}>
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
    ${current > 1 ? html`<a class="button" rel="prev" href=${link({ page: current - 1 })}>${t('list.previous')}</a>` : null}
    <span>${last === null ? t('list.page', { page: current }) : t('list.pageOf', { page: current, last })}</span>
    ${page.more ? html`<a class="button" rel="next" href=${link({ page: current + 1 })}>${t('list.next')}</a>` : null}
  `
}
