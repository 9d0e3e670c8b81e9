import type { Person } from '../../src/access/person.ts'
import type { HistoryEntry } from '../../src/journal/record-history.ts'
import { changeItem } from './change-item.ts'
import { type Html, html } from './html.ts'

/** Renders the history of a record: who, when, from what to what. */
export function historyList(record_type: string, entries: HistoryEntry[], person: Person): Html {
  if (entries.length === 0) return null
  return html`
    <section class="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        ${entries.map((entry) => changeItem({ ...entry, record_type }, person))}
      </ol>
    </section>
  `
}
