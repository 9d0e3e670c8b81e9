import type { Person } from '../../src/access/person.ts'
import type { HistoryEntry } from '../../src/journal/record-history.ts'
import { changeItem } from './change-item.ts'
import { type Html, html } from './html.ts'

/** Renders the history of the record at an address, with links that compare its versions. */
export function historyList(
  record_type: string,
  entries: HistoryEntry[],
  person: Person,
  address: string,
): Html {
  if (entries.length === 0) return null
  const compareAddress = `${address}/compare`
  return html`
    <section class="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        ${entries.map((entry, index) => {
          const compare = html`<a href=${`${compareAddress}?from=${entry.id}`}>Compare with now</a>`
          return changeItem({ ...entry, record_type }, person, { links: index > 0 && compare })
        })}
      </ol>
    </section>
  `
}
