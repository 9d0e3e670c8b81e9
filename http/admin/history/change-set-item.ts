import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { type ChangeSet, sizeOf } from '../../../src/journal/change-set.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import type { Provenance } from '../../../src/record/provenance.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import { counted } from '../html/words.ts'
import { listAddress } from '../record/address.ts'
import { pagesOfType } from '../records/index.ts'
import { actorAddress, actorFilter, surfaceLabels } from './change-item.ts'

/** Renders a change set as one change, with links to each of its changes and, for admins, to the preview of its undo. */
export function changeSetItem(entry: ActivityEntry, set: ChangeSet, person: Person): Html {
  const { id, actor, reason, surface, created_at } = entry
  return html`<li id=${`change-${id}`}>
    <p>
      <strong>${setTitle(set)}</strong>${`: ${countsOf(set)}`}
      <span class="absent"> by </span><a href=${actorAddress(actor)}>${visibleName(actor)}</a>
    </p>
    ${reason ? html`<p class="reason"><span class="absent">Reason: </span>${reason}</p>` : null}
    <p class="meta">
      ${timestamp(created_at, 'second')} <span>${surfaceLabels[surface]}</span>
      <a href=${listAddress('activity', { set: String(set.id) })}>Each change</a>
      ${
        mayUndoWindows(person)
          ? html`<a class="button small" href=${windowAddress(actor, { since: created_at, until: created_at })}>Undo</a>`
          : null
      }
    </p>
  </li>`
}

/** Returns what a change set did, such as "Imported 39,600 keyword positions". */
export function setTitle(set: ChangeSet): string {
  const label = pagesOfType(set.record_type)?.label ?? { singular: 'record', plural: 'records' }
  const records = counted(sizeOf(set), label)
  return set.kind === 'import' ? `Imported ${records}` : `Undid changes of ${records}`
}

function countsOf({ created, changed, deleted, restored }: ChangeSet): string {
  return Object.entries({ created, changed, deleted, restored })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')
}

/** The address of the preview of undoing the changes that filters of the activity select. */
export const undoAddress = listAddress('activity/undo')

/** Returns the address of the preview of undoing the changes of an actor in a time. */
export function windowAddress(author: Provenance, time: { since: string; until: string }): string {
  return listAddress('activity/undo', { actor: actorFilter(author), ...time })
}

/** Returns whether a person may undo changes together. */
export function mayUndoWindows(person: Person): boolean {
  return policyAllows('administer', person)
}
