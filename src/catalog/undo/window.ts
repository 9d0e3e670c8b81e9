import type { Read } from '../../database/read.ts'
import { type ActivityEntry, type ActivityQuery, listActivity } from '../../journal/activity.ts'
import type { Provenance } from '../../record/provenance.ts'
import { isSameAuthor } from './withdraw.ts'

/** The largest number of changes that are undone together. */
export const maxChanges = 1000

/** Which changes are undone together: those of an actor in a time, and of other filters of the activity. */
export type WindowQuery = Omit<ActivityQuery, 'cursor' | 'per_page'>

/** Changes of one actor, newest first. `author` is undefined if they have several, or there are none. */
export type UndoWindow = { entries: ActivityEntry[]; author: Provenance | undefined; isTooLong: boolean }

/** Returns the changes that a query selects, at most `maxChanges` of them. */
export async function readWindow(read: Read, query: WindowQuery): Promise<UndoWindow> {
  const all = { ...query, cursor: undefined, per_page: maxChanges + 1 }
  const { entries: found } = await listActivity(read, all, { onlyChanges: true })
  const isTooLong = found.length > maxChanges
  const entries = found.slice(0, maxChanges)
  const [newest] = entries
  const isOfOne = entries.every(({ actor }) => newest && isSameAuthor(actor, newest.actor))
  return { entries, author: isOfOne ? newest?.actor : undefined, isTooLong }
}
