import type { Person } from '../../../src/access/person.ts'
import type { Page } from '../../../src/record/list/record-list.ts'
import { isReference, type Viewer } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { fieldInMessage, fieldLabel } from '../html/words.ts'
import type { RecordAction } from '../record/action.ts'
import { recordAddress } from '../record/address.ts'
import { enumerationOfField } from '../record/field-traits.ts'
import { listLink, titleOf } from '../record/links.ts'
import type { RecordPages, Row, RowContext, TickForm } from '../record/record.ts'
import { recordText } from '../record/record-text.ts'
import { withNext } from '../request/way-back.ts'
import { allRows, bulkAddress, bulkBar, bulkFields, bulkForm } from './bulk-bar.ts'
import { cellOf, headingStyle, leadingCell } from './cell.ts'
import { addressWith, isSortable, type ListRequest } from './list-request.ts'

type Rows = Viewer & {
  pages: RecordPages
  request: ListRequest
  page: Page<Row>
  csrf: string
  /** Whether the person may change records of this kind. */
  mayWrite: boolean
  /** The address of the page, to which the actions of rows lead back. */
  address: string
}

/** Renders the rows of a list, or why there are none. */
export function listTable({ pages, request, page, csrf, person, titles, mayWrite, address }: Rows): Html {
  const isFirstPage = request.query.page === 1 && request.query.cursor === undefined
  if (page.rows.length === 0 && !isFirstPage)
    return html`<p class="empty">
      ${rich('list.afterLastPage', { link: (part) => html`<a href=${addressWith(pages, request, {})}>${part}</a>` })}
    </p>`
  if (page.rows.length === 0)
    return html`<p class="empty">
      ${Object.keys(request.sent).length > 0 ? t('list.nothingMatches') : recordText(pages, 'none')}
    </p>`
  const actions = { pages, person, mayWrite, address }
  const ticks = pages.tickForm ?? bulkTicks({ pages, page, person, csrf, mayWrite, address })
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${listLink(pages).label}>
      <table class="rows" data-stacked data-rows data-editable=${pages.change ? '' : undefined}>
        <thead>
          <tr>${ticks && html`<td>${ticks.all}</td>`}${pages.columns.map((name) => columnHead(pages, request, name))}${actionsInList(actions).length > 0 ? html`<td></td>` : null}</tr>
        </thead>
        <tbody>
          ${page.rows.map(
            (row) => html`<tr>
              ${tick(ticks, row)}${pages.columns.map((name, index) => cell({ pages, request, row, name, isFirst: index === 0, csrf, person, titles, address, mayWrite, back: address }))}${rowActions(actions, row)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${ticks?.content}
  `
}

function columnHead(pages: RecordPages, request: ListRequest, name: string): Html {
  const style = headingStyle(pages, name)
  const heading = pages.headings?.[name] ?? fieldLabel(name, pages.schema)
  if (!isSortable(pages, name)) return html`<th scope="col" class=${style}>${heading}</th>`
  const sort = request.query.sort ?? pages.usualOrder?.shownAs
  const ascending = sort === name
  const state = ascending ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  return html`
    <th scope="col" class=${style} aria-sort=${state}>
      <a href=${addressWith(pages, request, { sort: ascending ? `-${name}` : name })}>${heading}${
        state === undefined ? null : html`<span aria-hidden="true"> ${ascending ? '↑' : '↓'}</span>`
      }</a>
    </th>
  `
}

type Cell = RowContext & RowActions & { request: ListRequest; name: string; isFirst: boolean }

function cell({ request, isFirst, ...context }: Cell): Html {
  const { pages, row, name } = context
  const value = row[name]
  if (isFirst) return leadingCell(pages, name, context)
  const { shown, style } = cellOf(pages, name, context)
  const filterable =
    typeof value === 'string' &&
    Object.hasOwn(pages.list.query.shape, name) &&
    !isReference(name) &&
    !pages.cells?.[name]
  const enumeration = enumerationOfField(pages.schema, name)
  const label = filterable && enumeration ? valueLabel(enumeration, value) : value
  const heading = pages.headings?.[name] ?? fieldLabel(name, pages.schema)
  return html`<td class=${style} data-label=${heading}>
    ${
      filterable
        ? html`<a class="value" href=${addressWith(pages, request, { [name]: value })} title=${t('list.showOnly', { value: String(label) })}>${shown}</a>`
        : shown
    }${editInRow(context)}
  </td>`
}

// Renders the link that opens the form of a field in its cell, or as a page without JavaScript.
function editInRow({ pages, row, name, person, mayWrite, address }: Omit<Cell, 'request' | 'isFirst'>): Html {
  const key = pages.inRow?.[name]
  if (key === undefined || !mayWrite || !(pages.mayChange?.(row, person) ?? true)) return null
  const form = withNext(`${recordAddress(pages.collection, row.id)}/edit/${name}`, address)
  const heading = pages.headings?.[name] ?? fieldLabel(name, pages.schema)
  return html`<a
    class="edit"
    href=${form}
    hx-get=${form}
    hx-target="closest td"
    data-row-key=${key}
    aria-label=${t('list.changeInRow', { field: fieldInMessage(heading), title: titleOf(pages, row) })}
    >✎</a
  >`
}

function tick(ticks: TickForm | undefined, row: Row): Html {
  if (!ticks) return null
  return html`<td class="tick">
    <input type="checkbox" name="ids" value=${row.id} form=${ticks.id} aria-label=${ticks.label(row)} />
  </td>`
}

type Ticks = Pick<Rows, 'pages' | 'page' | 'person' | 'csrf' | 'mayWrite' | 'address'>

// The form that gives the ticked rows a value.
function bulkTicks({ pages, page, person, csrf, mayWrite, address }: Ticks): TickForm | undefined {
  const fields = mayWrite ? bulkFields(pages, person) : []
  if (fields.length === 0) return undefined
  const action = bulkAddress(pages, address)
  return {
    id: bulkForm,
    label: (row) => t('list.tickRow', { title: titleOf(pages, row) }),
    all: html`<input type="checkbox" data-tick-all aria-label=${t('list.tickAllRows')} hidden />`,
    content: bulkBar({ action, fields, csrf, rows: allRows(page.total) }),
  }
}

type RowActions = {
  pages: RecordPages
  person: Person
  /** Whether the person may change records of this kind. */
  mayWrite: boolean
  /** The address of the list, to which an action leads back. */
  address: string
}

// Returns the actions that the rows of a list offer.
function actionsInList({ pages, mayWrite }: Pick<RowActions, 'pages' | 'mayWrite'>): RecordAction[] {
  return mayWrite ? (pages.actions ?? []).filter(({ isInList }) => isInList) : []
}

// Renders the cell with the actions that are possible on the record of a row. Each has a page that asks first.
function rowActions(list: RowActions, row: Row): Html {
  const { pages, person, address } = list
  const actions = actionsInList(list)
  if (actions.length === 0) return null
  const possible = actions.filter(
    ({ isPossible, isOffered }) =>
      (pages.mayChange?.(row, person) ?? true) &&
      (isOffered?.(row, person) ?? true) &&
      (isPossible?.(row) ?? true),
  )
  return html`<td class="actions">
    ${possible.map(
      ({ path, label }) =>
        html`<a class="button" href=${withNext(`${recordAddress(pages.collection, row.id)}/${path}`, address)}
          >${label}</a
        >`,
    )}
  </td>`
}
