import type { FastifyRequest } from 'fastify'
import { countDependents } from '../../../../src/catalog/undo/withdraw.ts'
import type { Read } from '../../../../src/database/read.ts'
import { transact } from '../../../../src/database/transaction.ts'
import type { Message } from '../../../../src/record/fault.ts'
import type { Page } from '../../../../src/record/list/record-list.ts'
import { type Html, html } from '../../html/html.ts'
import { section } from '../../html/section.ts'
import { numberText, t } from '../../html/text.ts'
import { fieldLabel } from '../../html/words.ts'
import { cellOf, headingStyle, leadingCell } from '../../list/cell.ts'
import { rowsQuery } from '../../list/list-request.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { listLink, rowTitles } from '../../record/links.ts'
import type { RecordPages, Row, RowContext } from '../../record/record.ts'
import { recordText } from '../../record/record-text.ts'
import { recordRef } from '../../record/row.ts'
import { pagesOf, pagesOfType } from '../../records/index.ts'
import { withNext } from '../../request/way-back.ts'

const shownRows = 10
const fewSections = 4

/** A section of the page of a record. `count` is the number of records in it, if it is known. */
type Section = { id: string; label: Message; count: number | null }

/**
 * Renders the lists of the records that belong to a record, each with links to the full list and to a new record. `beside`
 * are those that stand beside its first part. Also returns their sections and the sections of the other parts of the page.
 */
export async function relatedLists(
  read: Read,
  pages: RecordPages,
  { row, ...context }: RowContext,
  mayCreate: boolean,
): Promise<{ beside: Html[]; lists: Html[]; sections: Section[] }> {
  const lists = await Promise.all(
    (pages.related ?? []).map(async ({ collection, filter, besideFirst }) => {
      const other = pagesOf(collection)
      const query = filter(row)
      const paged = rowsQuery(other, { ...query, page: 1, per_page: shownRows })
      const page = await other.list.run(read, paged as never, context.person)
      const titles = await rowTitles(read, page.rows, other.columns)
      return {
        other,
        page,
        isBeside: besideFirst !== undefined,
        list: relatedList({
          pages: other,
          columns: besideFirst ?? other.columns,
          query,
          page,
          context: { ...context, titles },
          mayCreate,
          address: recordAddress(pages.collection, row.id),
        }),
      }
    }),
  )
  const sections = [
    ...lists.map(({ other, page }) => ({
      id: `related-${other.collection}`,
      label: listLink(other).label,
      count: page.total,
    })),
    ...(pages.sections ?? []).map((section) => ({ ...section, count: null })),
  ]
  const [beside, below] = [true, false].map((wanted) =>
    lists.filter(({ isBeside }) => isBeside === wanted).map(({ list }) => list),
  )
  return { beside: beside ?? [], lists: below ?? [], sections }
}

/** Renders the links to the sections of a page, and to its history if it has one. A short page has no links. */
export function sectionLinks(sections: Section[], hasHistory: boolean): Html {
  if (sections.length <= fewSections) return null
  return html`<nav class="sections" aria-label=${t('record.onThisPage')}>
    ${sections.map(
      ({ id, label, count }) =>
        html`<a href=${`#${id}`}>${label}${count === null ? null : html` <span class="count">${numberText(count)}</span>`}</a>`,
    )}
    ${hasHistory && html`<a href="#history">${t('history.title')}</a>`}
  </nav>`
}

type List = {
  pages: RecordPages
  columns: readonly string[]
  query: Record<string, string | number>
  page: Page<Row>
  context: Omit<RowContext, 'row'>
  mayCreate: boolean
  /** The address of the record that the list belongs to. */
  address: string
}

function relatedList({ pages, query, page, context, mayCreate, address, ...list }: List): Html {
  const { rows, total } = page
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const id = `related-${pages.collection}`
  const creation = withNext(`${listAddress(pages.collection)}/new?${search}`, `${address}#${id}`)
  // The columns with the record of the page are left out.
  const columns = list.columns
    .filter((name) => !(name in query || `${name.replace(/_name$/, '')}_id` in query))
    .slice(0, 5)
  const links = html`
    ${rows.length > 0 ? html`<a href=${listAddress(pages.collection, search)}>${total === null ? t('record.all') : t('record.allCounted', { total })}</a>` : null}
    ${mayCreate && pages.create ? html`<a href=${creation} aria-label=${recordText(pages, 'new')} class="add">${t('record.new')}</a>` : null}
  `
  const table = html`<div class="table" tabindex="0" role="region" aria-labelledby=${id}>
    <table class="rows" data-stacked>
      <thead>
        <tr>${columns.map((name) => html`<th scope="col" class=${headingStyle(pages, name)}>${pages.headings?.[name] ?? fieldLabel(name, pages.schema)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            ${columns.map((name, index) => {
              if (index === 0) return leadingCell(pages, name, { row, ...context })
              const { shown, style } = cellOf(pages, name, { row, ...context })
              return html`<td class=${style} data-label=${pages.headings?.[name] ?? fieldLabel(name, pages.schema)}>${shown}</td>`
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
  const content = rows.length === 0 ? null : table
  return section({ id, title: listLink(pages).label, links, content, absent: recordText(pages, 'noneHere') })
}

/** Renders which records refer to one that is to be deleted. */
export async function affectedRecords(request: FastifyRequest, pages: RecordPages, row: Row): Promise<Html> {
  const found = await transact(request.server.orm, (em) => countDependents(em, recordRef(pages, row)), {
    dryRun: true,
  })
  const counts = found.flatMap(({ record_type, count }) => {
    const other = pagesOfType(record_type)
    return other ? [recordText(other, 'count', { count })] : []
  })
  return html`<p>
    ${counts.length === 0 ? t('record.nothingRefers') : t('record.refer', { records: counts.join(', ') })}
  </p>`
}
