import type { Person } from '../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../src/access/policy.ts'
import { undoActionOf } from '../../../src/catalog/undo/undo-entry.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { hiddenFrom } from '../record/hidden-from.ts'

type Entry = Pick<ActivityEntry, 'record_type' | 'event' | 'changes' | 'actor' | 'created_at'>

/** Returns whether the person may revert a change: an admin every change, a manager the own ones. */
export function mayRevert({ record_type, actor }: Entry, person: Person): boolean {
  return mayChangeOwned(person, authorId(actor)) && !hiddenFrom(person).includes(record_type)
}

/** Returns the name of the button that undoes a change. Undefined if the person may not undo it, or nobody can. */
export function undoLabel(entry: Entry, person: Person): string | undefined {
  const action = mayRevert(entry, person) ? undoActionOf(entry) : undefined
  return action === 'restore' ? 'Restore' : action && 'Revert'
}
