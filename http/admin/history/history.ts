import type { Person } from '../../../src/access/person.ts'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import type { HistoryEntry } from '../../../src/journal/record-history.ts'
import { type Html, html } from '../html/html.ts'
import { changeItem } from './change-item.ts'

/** Renders the history of the record at an address, with links that compare its versions. */
export async function historyList(
  read: Read,
  record_type: string,
  history: HistoryEntry[],
  person: Person,
  address: string,
): Promise<Html> {
  if (history.length === 0) return null
  const entries = history.map((entry) => ({ ...entry, record_type }))
  const titles = await readTitles(read, referencesOf(entries))
  const compareAddress = `${address}/compare`
  return html`
    <section class="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        ${entries.map((entry, index) => {
          const compare = html`<a href=${`${compareAddress}?from=${entry.id}`}>Compare with now</a>`
          return changeItem(entry, person, titles, { links: index > 0 && compare })
        })}
      </ol>
    </section>
  `
}
