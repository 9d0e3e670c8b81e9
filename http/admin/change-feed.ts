import type { Person } from '../../src/access/person.ts'
import type { Read } from '../../src/database/read.ts'
import type { ActivityEntry } from '../../src/journal/activity.ts'
import { recordCatalog } from '../../src/record-catalog.ts'
import { type RecordTitle, readTitles, recordKey } from '../../src/record-titles.ts'
import { changeItem } from './change-item.ts'
import { type Html, html } from './html.ts'
import { words } from './words.ts'

const maxTitleLength = 80

/** Renders changes of several records, by day, each with a link to its record. */
export async function changeFeed(read: Read, entries: ActivityEntry[], person: Person): Promise<Html> {
  const titles = await readTitles(read, entries)
  const days = Map.groupBy(entries, ({ created_at }) => created_at.slice(0, 10))
  return html`<div class="days">
    ${[...days].map(
      ([day, ofDay]) => html`<section class="history" aria-labelledby=${`day-${day}`}>
        <h2 id=${`day-${day}`}><time datetime=${day}>${day}</time></h2>
        <ol>
          ${ofDay.map((entry) => changeItem(entry, person, { subject: recordLink(entry, titles.get(recordKey(entry))) }))}
        </ol>
      </section>`,
    )}
  </div>`
}

/** Renders a record by its kind and title, with a link to its page if it has one. */
export function recordLink(
  { record_type, record_id }: Pick<ActivityEntry, 'record_type' | 'record_id'>,
  found: RecordTitle | undefined,
): Html {
  const kind = words(record_type).toLowerCase()
  const title = found ? shortened(found.title) : `#${record_id}`
  const collection = recordCatalog.get(record_type)?.collection
  if (!collection || !found || found.deleted)
    return html`${kind} ${title}${found && !found.deleted ? null : html`<span class="absent"> (deleted)</span>`}`
  return html`${kind} <a href=${`/admin/${collection}/${record_id}`}>${title}</a>`
}

function shortened(title: string): string {
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title
}
