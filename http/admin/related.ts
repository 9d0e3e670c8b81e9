import type { Person } from '../../src/access/person.ts'
import type { Read } from '../../src/database/read.ts'
import type { Page } from '../../src/database/record-list.ts'
import { displayShort, isWrapped } from './display.ts'
import { traitsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import type { RecordPages, Row } from './record.ts'
import { allRecords } from './records/index.ts'
import { words } from './words.ts'

const shownRows = 10

/** Renders the lists of the records that belong to a record, each with links to the full list and to a new record. */
export async function relatedLists(
  read: Read,
  pages: RecordPages,
  row: Row,
  person: Person,
  mayCreate: boolean,
): Promise<Html> {
  const lists = await Promise.all(
    (pages.related ?? []).map(async ({ collection, filter }) => {
      const other = allRecords.find((candidate) => candidate.collection === collection) as RecordPages
      const query = filter(row)
      const page = await other.list.run(
        read,
        {
          ...query,
          page: 1,
          per_page: shownRows,
          with_total: false,
        } as never,
        person,
      )
      return relatedList(other, query, page, mayCreate)
    }),
  )
  return html`${lists}`
}

// Renders a short list of records.
function relatedList(
  pages: RecordPages,
  query: Record<string, string | number>,
  { rows, total }: Page<Row>,
  mayCreate: boolean,
): Html {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const id = `related-${pages.collection}`
  // The page already says to which record they belong.
  const columns = pages.columns.filter((name) => !(name in query || `${name}_id` in query)).slice(0, 5)
  return html`
    <section class="related">
      <div class="head">
        <h2 id=${id}>${words(pages.label.plural)}</h2>
        <div class="buttons">
          ${rows.length > 0 ? html`<a href=${`/admin/${pages.collection}?${search}`}>${total === null ? 'All' : `All ${total}`}</a>` : null}
          ${mayCreate && pages.create ? html`<a href=${`/admin/${pages.collection}/new?${search}`} aria-label=${`New ${pages.label.singular}`}>New</a>` : null}
        </div>
      </div>
      ${
        rows.length === 0
          ? html`<p class="absent">None</p>`
          : html`<div class="table" tabindex="0" role="region" aria-labelledby=${id}>
            <table class="rows">
              <thead>
                <tr>${columns.map((name) => html`<th scope="col">${words(name)}</th>`)}</tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) => html`<tr>
                    ${columns.map((name, index) => {
                      const shown = displayShort(name, row[name], traitsOf(pages.schema, name).isChoice)
                      const wrapped = isWrapped(row[name]) ? 'wide' : undefined
                      return index === 0
                        ? html`<th scope="row" class=${wrapped}><a href=${`/admin/${pages.collection}/${row.id}`}>${shown}</a></th>`
                        : html`<td class=${wrapped}>${shown}</td>`
                    })}
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>`
      }
    </section>
  `
}
