import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { type ChangeSet, sizeOf } from '../../../src/journal/change-set.ts'
import type { Provenance } from '../../../src/record/provenance.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { listAddress } from '../record/address.ts'
import { countOfKind } from '../records/kind-name.ts'
import { actorFilter, actorLink, light, reasonLine, surfaceLabels } from './change-item.ts'

/** Renders a change set as one change, with links to each of its changes and, for admins, to the preview of its undo. */
export function changeSetItem(entry: ActivityEntry, set: ChangeSet, person: Person): Html {
  const { id, actor, reason, surface, created_at } = entry
  return html`<li id=${`change-${id}`}>
    <p>
      ${rich('history.setEntry', {
        set: setTitle(set),
        counts: countsOf(set),
        author: actorLink(actor),
        strong: (part) => html`<strong>${part}</strong>`,
        light,
      })}
    </p>
    ${reasonLine(reason)}
    <p class="meta">
      ${timestamp(created_at, 'second')} <span>${surfaceLabels[surface]}</span>
      <a href=${listAddress('activity', { set: String(set.id) })}>${t('history.eachChange')}</a>
      ${
        mayUndoWindows(person)
          ? html`<a class="button small" href=${windowAddress(actor, { since: created_at, until: created_at })}>${t('history.undo')}</a>`
          : null
      }
    </p>
  </li>`
}

/** Returns what a change set did, such as "Imported 39,600 keyword positions". */
export function setTitle(set: ChangeSet): string {
  const records = countOfKind(set.record_type, sizeOf(set))
  return set.kind === 'import' ? t('history.imported', { records }) : t('history.undid', { records })
}

function countsOf({ created, changed, deleted, restored }: ChangeSet): string {
  const counts = [
    created > 0 && t('history.countCreated', { count: created }),
    changed > 0 && t('history.countChanged', { count: changed }),
    deleted > 0 && t('history.countDeleted', { count: deleted }),
    restored > 0 && t('history.countRestored', { count: restored }),
  ]
  return counts.filter(Boolean).join(', ')
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
