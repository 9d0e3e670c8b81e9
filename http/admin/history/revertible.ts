import type { Person } from '../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../src/access/policy.ts'
import { revertedValues } from '../../../src/catalog/revert-change.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { pagesOfType } from '../records/index.ts'

type Entry = Pick<ActivityEntry, 'record_type' | 'event' | 'changes' | 'actor'>

/** Returns how a record of this type is changed. Undefined if the web interface cannot change it. */
export function changeOf(record_type: string) {
  return pagesOfType(record_type)?.change
}

/** Returns whether the person may revert a change: an admin every change, a manager the own ones. */
export function mayRevert({ record_type, actor }: Entry, person: Person): boolean {
  return mayChangeOwned(person, authorId(actor)) && !hiddenFrom(person).includes(record_type)
}

/** Returns whether a change can be reverted: it set fields that a form can set too. */
export function isRevertible(entry: Entry): boolean {
  return changeOf(entry.record_type) !== undefined && Object.keys(revertedValues(entry)).length > 0
}
