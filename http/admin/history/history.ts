import type { Person } from '../../../src/access/person.ts'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import type { ActivityEntry, ListedEntry } from '../../../src/journal/activity.ts'
import type { HistoryEntry } from '../../../src/journal/record-history.ts'
import { dayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { dayText } from '../html/time.ts'
import { recordLink } from '../record/record-link.ts'
import { changeItem } from './change-item.ts'
import { changeSetItem } from './change-set-item.ts'

/** Renders the history of a record. If it has an address, links compare its versions. */
export async function historyList(
  read: Read,
  record_type: string,
  history: HistoryEntry[],
  person: Person,
  address?: string,
): Promise<Html> {
  if (history.length === 0) return null
  const entries = history.map((entry) => ({ ...entry, record_type }))
  const titles = await readTitles(read, referencesOf(entries))
  return html`
    <section class="history" aria-labelledby="history">
      <h2 id="history">${t('history.title')}</h2>
      <ol>
        ${entries.map((entry, index) => {
          const compare =
            address &&
            html`<a class="off-paper" href=${`${address}/compare?from=${entry.id}`}>${t('history.compareWithNow')}</a>`
          return changeItem(entry, person, titles, { links: index > 0 && compare })
        })}
      </ol>
    </section>
  `
}

/** Renders changes of several records, by day in a time zone, each with a link to its record. */
export async function changesByDay(
  read: Read,
  entries: (ActivityEntry & Partial<ListedEntry>)[],
  person: Person,
  zone: string,
): Promise<Html> {
  const titles = await readTitles(read, [...entries, ...referencesOf(entries)])
  const days = Map.groupBy(entries, ({ created_at }) => dayIn(zone, created_at))
  return html`<div class="days">
    ${[...days].map(
      ([day, ofDay]) => html`<section class="history" aria-labelledby=${`day-${day}`}>
        <h2 id=${`day-${day}`}><time datetime=${day}>${dayText(day)}</time></h2>
        <ol>
          ${ofDay.map((entry) =>
            entry.set
              ? changeSetItem(entry, entry.set, person)
              : changeItem(entry, person, titles, {
                  subject: recordLink(entry, titles.get(recordKey(entry))),
                }),
          )}
        </ol>
      </section>`,
    )}
  </div>`
}
