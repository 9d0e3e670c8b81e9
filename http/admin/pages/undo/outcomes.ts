import type { Person } from '../../../../src/access/person.ts'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles } from '../../../../src/catalog/record-titles.ts'
import type { UndoItem } from '../../../../src/catalog/undo/fold.ts'
import { recordWrites } from '../../../../src/catalog/undo/record-writes.ts'
import type { Conflict } from '../../../../src/catalog/undo/refusal.ts'
import type { Outcome, Verdict } from '../../../../src/catalog/undo/undo-item.ts'
import type { Read } from '../../../../src/database/read.ts'
import type { Changes } from '../../../../src/journal/history.ts'
import { type Phrase, phrase } from '../../../../src/language/phrase.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { changeList, recordTitle } from '../../history/change-item.ts'
import { changedLabel } from '../../history/changed-value.ts'
import { type Html, html } from '../../html/html.ts'
import { rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { kindName } from '../../records/kind-name.ts'
import { usersList } from './entry.ts'

/** How a person reads each verdict. */
export const verdicts: Record<Verdict, Phrase> = {
  possible: phrase('undo.possible'),
  conflict: phrase('undo.conflict'),
  used: phrase('undo.used'),
  impossible: phrase('undo.impossible'),
  done: phrase('undo.nothingLeft'),
}

/** Renders what undoing does with each record, and why it does nothing with some. */
export async function outcomeTable(read: Read, outcomes: Outcome[], person: Person): Promise<Html> {
  const entries = outcomes.map(({ item }) => ({ ...item, changes: backwards(item) }))
  const users = outcomes.flatMap(({ used_by }) => used_by)
  const titles = await readTitles(read, [...entries, ...referencesOf(entries), ...users])
  return html`<div class="table outcomes" tabindex="0" role="region" aria-label=${t('undo.changesToUndo')}>
    <table>
      <thead>
        <tr><th scope="col">${t('history.record')}</th><th scope="col">${t('undo.undoing')}</th><th scope="col">${t('undo.result')}</th></tr>
      </thead>
      <tbody>
        ${outcomes.map(
          (outcome) => html`<tr>
            <th scope="row">${kindName(outcome.item.record_type)} ${recordTitle({ ...outcome.item, changes: valuesOf(outcome.item) }, titles)}</th>
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
  if (item.action === 'restore') return t('undo.restoresRecord')
  if (item.action === 'delete') return t('undo.deletesRestored')
  if (item.action === 'withdraw')
    return recordWrites.get(item.record_type)?.end ? t('undo.withdrawsRecord') : t('undo.deletesRecord')
  return changeList({ ...item, changes: backwards(item) }, person, titles)
}

function reason({ item, verdict, conflicts, used_by, message }: Outcome, titles: RecordTitles): Html {
  return html`<strong>${verdicts[verdict]}</strong>
    ${conflicts.length > 0 && html`<ul class="changes">${conflicts.map((conflict) => conflictItem(item.record_type, conflict))}</ul>`}
    ${verdict === 'impossible' && message ? html`<p>${message}</p>` : null} ${usersList(used_by, titles)}`
}

function conflictItem(record_type: string, { field, last }: Conflict): Html {
  return html`<li>${field === null ? deletion(last) : laterChange(changedLabel(record_type, field), last)}</li>`
}

function deletion(last: Conflict['last']): Html {
  if (!last) return t('undo.deletedInDatabase')
  return rich('undo.deletedBy', { author: visibleName(last.actor), time: timestamp(last.created_at) })
}

function laterChange(field: string, last: Conflict['last']): Html {
  const name = (part: Html) => html`<span class="name">${part}</span>`
  if (!last) return rich('undo.changedInDatabase', { field, name })
  const { actor, created_at } = last
  return rich('undo.changedBy', { field, name, author: visibleName(actor), time: timestamp(created_at) })
}
