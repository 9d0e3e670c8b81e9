import type { Person } from '../../../src/access/person.ts'
import type { RecordTitles } from '../../../src/catalog/record-titles.ts'
import type { SavedFilter } from '../../../src/people/saved-filter.ts'
import { importKinds } from '../../../src/portfolio/import/import-kinds.ts'
import { maxExactTotal } from '../../../src/record/list/exact-total.ts'
import type { Page } from '../../../src/record/list/record-list.ts'
import { formControls } from '../form/controls.ts'
import { filterField, form } from '../form/form.ts'
import { isReference } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { counted, words } from '../html/words.ts'
import { fieldTraits } from '../record/field-traits.ts'
import { listLink, recordAddress } from '../record/links.ts'
import type { FormValues, RecordPages, Row, RowContext } from '../record/record.ts'
import { cellOf, headingStyle } from './cell.ts'
import { filterLabel, filterText } from './filter-text.ts'
import { filterControls } from './filters.ts'
import { isSortable, type ListRequest, listAddress } from './list-request.ts'
import { pager } from './pager.ts'
import { presets } from './presets.ts'

type ListPage = {
  pages: RecordPages
  request: ListRequest
  page: Page<Row>
  person: Person
  csrf: string
  mayCreate: boolean
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

/** Renders a list page: presets, filters, the sentence that sums them up, the rows and the links to other pages. */
export function listPage(list: ListPage): Html {
  const { pages, request, mayCreate, saved, person, csrf, lead, overview } = list
  const { label, collection, about } = pages
  return html`
    <div class="head">
      <div class="title">
        <h1>${listLink(pages).label}</h1>
        <p class="about">${about}</p>
      </div>
      <div class="buttons">
        <a class="button" href=${listAddress({ collection: `${collection}.csv` }, request, { sort: '', per_page: '' })}>Export CSV</a>
        ${mayCreate && collection in importKinds ? html`<a class="button" href=${`/admin/${collection}/import`}>Import CSV</a>` : null}
        ${mayCreate && !pages.formOnList ? html`<a class="button primary" href=${newAddress(pages, request)} data-key="n">${`New ${label.singular}`}</a>` : null}
      </div>
    </div>
    ${mayCreate && pages.formOnList && pages.create ? html`<h2>${`New ${label.singular}`}</h2>${form({ action: `/admin/${collection}/new`, csrf, controls: formControls(pages.create.body), values: {}, submit: 'Create', inPlace: true })}` : null}
    ${lead}
    ${presets({ collection, presets: pages.presets ?? [], saved, filters: request.sent, sort: request.query.sort, person, csrf })}
    ${filters(list)} ${pagingErrors(pages, request)}
    ${request.isInvalid ? null : html`${overview} ${summary(list)} ${table(list)} ${pager(pages, request, list.page)}`}
  `
}

// A new record begins with the filters of the list that it was opened from.
function newAddress({ collection, create }: RecordPages, { sent }: ListRequest): string {
  const known = Object.entries(sent).filter(([name]) => create && Object.hasOwn(create.body.shape, name))
  const search = new URLSearchParams(known).toString()
  return `/admin/${collection}/new${search ? `?${search}` : ''}`
}

function filters({ pages, shown, request: { sent, errors, query } }: ListPage): Html {
  const controls = filterControls(pages)
  if (controls.length === 0) return null
  return html`
    <form class="filters" method="get" action=${`/admin/${pages.collection}`}>
      ${controls.map((control) => filterField(control, shown[control.name], errors[control.name]))}
      ${query.sort ? html`<input type="hidden" name="sort" value=${query.sort} />` : null}
      <div class="buttons">
        <button>Filter</button>
        ${Object.keys(sent).length > 0 ? html`<a class="button plain" href=${`/admin/${pages.collection}`}>Clear</a>` : null}
      </div>
    </form>
  `
}

// The errors of parameters without a control, such as the page number.
function pagingErrors(pages: RecordPages, { errors }: ListRequest): Html {
  const names = new Set(filterControls(pages).map(({ name }) => name))
  const messages = Object.entries(errors).flatMap(([name, texts]) => (names.has(name) ? [] : texts))
  return messages.length === 0 ? null : html`<p class="error" role="alert">${messages.join(' ')}</p>`
}

function summary({ pages, request, page, person, titles }: ListPage): Html {
  const { label } = pages
  const controls = filterControls(pages)
  const active = Object.entries(request.sent)
  // The list itself says that there are none.
  if (page.total === 0 && active.length === 0) return null
  const total =
    page.total === null
      ? `More than ${maxExactTotal.toLocaleString('en')} ${label.plural}`
      : counted(page.total, label)
  return html`
    <p class="summary">
      ${total}
      ${
        active.length > 0
          ? html`, filtered by
            ${active.map(
              ([name, value]) => html` <span class="filter"
                >${filterText(controls, name, value, { person, titles })}
                <a href=${listAddress(pages, request, { [name]: '' })} aria-label=${`Remove the filter ${filterLabel(controls, name)}`}>×</a></span
              >`,
            )}`
          : null
      }
    </p>
  `
}

function table({ pages, request, page, csrf, person, titles }: ListPage): Html {
  const isFirstPage = request.query.page === 1 && request.query.cursor === undefined
  if (page.rows.length === 0 && !isFirstPage)
    return html`<p class="empty">
      This page is after the last one. <a href=${listAddress(pages, request, {})}>First page</a>
    </p>`
  if (page.rows.length === 0)
    return html`<p class="empty">
      ${Object.keys(request.sent).length > 0 ? 'Nothing matches these filters.' : `There are no ${pages.label.plural} yet.`}
    </p>`
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${listLink(pages).label}>
      <table class="rows" data-rows data-editable=${pages.change ? '' : undefined}>
        <thead>
          <tr>${pages.columns.map((name) => columnHead(pages, request, name))}</tr>
        </thead>
        <tbody>
          ${page.rows.map(
            (row) => html`<tr>
              ${pages.columns.map((name, index) => cell({ pages, request, row, name, isFirst: index === 0, csrf, person, titles }))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}

function columnHead(pages: RecordPages, request: ListRequest, name: string): Html {
  const style = headingStyle(pages, name)
  const heading = pages.headings?.[name] ?? words(name)
  if (!isSortable(pages, name)) return html`<th scope="col" class=${style}>${heading}</th>`
  const { sort } = request.query
  const ascending = sort === name
  const state = ascending ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  return html`
    <th scope="col" class=${style} aria-sort=${state}>
      <a href=${listAddress(pages, request, { sort: ascending ? `-${name}` : name })}>${heading}${
        state === undefined ? null : html`<span aria-hidden="true"> ${ascending ? '↑' : '↓'}</span>`
      }</a>
    </th>
  `
}

type Cell = RowContext & { pages: RecordPages; request: ListRequest; name: string; isFirst: boolean }

function cell({ pages, request, row, name, isFirst, ...context }: Cell): Html {
  const value = row[name]
  const { shown, style } = cellOf(pages, name, { row, ...context })
  if (isFirst)
    return html`<th scope="row" class=${style}><a href=${recordAddress(pages, row)}>${value === null ? `#${row.id}` : shown}</a></th>`
  const filterable =
    typeof value === 'string' &&
    Object.hasOwn(pages.list.query.shape, name) &&
    !isReference(name) &&
    !pages.cells?.[name]
  const label = filterable && fieldTraits(pages.schema, name).isChoice ? words(value) : value
  return html`<td class=${style}>
    ${
      filterable
        ? html`<a class="value" href=${listAddress(pages, request, { [name]: value })} title=${`Show only ${label}`}>${shown}</a>`
        : shown
    }
  </td>`
}
