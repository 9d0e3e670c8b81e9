import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { ActivityEntry } from '../../../src/journal/activity.ts'
import { revertedValues } from '../../../src/revert-change.ts'
import { pagesOfType } from '../records/index.ts'

type Entry = Pick<ActivityEntry, 'record_type' | 'event' | 'changes'>

/** Returns how a record of this type is changed. Undefined if the web interface cannot change it. */
export function changeOf(record_type: string) {
  return pagesOfType(record_type)?.change
}

/** Returns whether the person may revert a change: an admin, if it set fields that a form can set too. */
export function mayRevert(entry: Entry, person: Person): boolean {
  return (
    policyAllows('administer', person) &&
    changeOf(entry.record_type) !== undefined &&
    Object.keys(revertedValues(entry)).length > 0
  )
}
