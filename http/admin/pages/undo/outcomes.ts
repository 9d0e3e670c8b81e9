import type { Person } from '../../../../src/access/person.ts'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles } from '../../../../src/catalog/record-titles.ts'
import type { UndoItem } from '../../../../src/catalog/undo/fold.ts'
import { recordWrites } from '../../../../src/catalog/undo/record-writes.ts'
import type { Conflict } from '../../../../src/catalog/undo/refusal.ts'
import type { Outcome, Verdict } from '../../../../src/catalog/undo/undo-item.ts'
import type { Read } from '../../../../src/database/read.ts'
import type { Changes } from '../../../../src/journal/history.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { changeList, recordTitle } from '../../history/change-item.ts'
import { type Html, html } from '../../html/html.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'
import { usersList } from './entry.ts'

/** How a person reads each verdict. */
export const verdicts: Record<Verdict, { label: string }> = {
  possible: { label: 'Can be undone' },
  conflict: { label: 'Conflict' },
  used: { label: 'Used by others' },
  impossible: { label: 'Cannot be undone' },
  done: { label: 'Nothing left to undo' },
}

/** Renders what undoing does with each record, and why it does nothing with some. */
export async function outcomeTable(read: Read, outcomes: Outcome[], person: Person): Promise<Html> {
  const entries = outcomes.map(({ item }) => ({ ...item, changes: backwards(item) }))
  const users = outcomes.flatMap(({ used_by }) => used_by)
  const titles = await readTitles(read, [...entries, ...referencesOf(entries), ...users])
  return html`<div class="table outcomes" tabindex="0" role="region" aria-label="Changes to undo">
    <table>
      <thead>
        <tr><th scope="col">Record</th><th scope="col">Undoing</th><th scope="col">Result</th></tr>
      </thead>
      <tbody>
        ${outcomes.map(
          (outcome) => html`<tr>
            <th scope="row">${words(outcome.item.record_type)} ${recordTitle({ ...outcome.item, changes: valuesOf(outcome.item) }, titles)}</th>
            <td>${effect(outcome.item, person, titles)}</td>
            <td>${reason(outcome, titles)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

// The fields that undoing sets, from the present value to the one before.
function backwards({ action, fields }: UndoItem): Changes {
  if (action !== 'change' && action !== 'none') return {}
  return Object.fromEntries(fields.map(({ name, from, to }) => [name, { from: to, to: from }]))
}

function valuesOf(item: UndoItem): Changes {
  if (item.action === 'restore') return item.deletion.changes
  return Object.fromEntries(item.fields.map(({ name, from, to }) => [name, { from, to }]))
}

function effect(item: UndoItem, person: Person, titles: RecordTitles): Html {
  if (item.action === 'restore') return 'Restores the record'
  if (item.action === 'delete') return 'Deletes the restored record again'
  if (item.action === 'withdraw')
    return recordWrites.get(item.record_type)?.end ? 'Withdraws the record' : 'Deletes the record'
  return changeList({ ...item, changes: backwards(item) }, person, titles)
}

function reason({ verdict, conflicts, used_by, message }: Outcome, titles: RecordTitles): Html {
  return html`<strong>${verdicts[verdict].label}</strong>
    ${conflicts.length > 0 && html`<ul class="changes">${conflicts.map(conflictItem)}</ul>`}
    ${verdict === 'impossible' && message ? html`<p>${message}</p>` : null} ${usersList(used_by, titles)}`
}

function conflictItem({ field, last }: Conflict): Html {
  const what = field === null ? 'Deleted' : html`<span class="name">${words(field)}</span> changed`
  if (!last) return html`<li>${what} directly in the database</li>`
  return html`<li>${what} by ${visibleName(last.actor)}, ${timestamp(last.created_at)}</li>`
}
