import type { ActivityEntry } from '../../journal/activity.ts'
import type { RecordRef } from '../../journal/history.ts'
import { recordKey } from '../record-titles.ts'
import type { Deletion } from './restore-deleted.ts'
import { settableFields } from './set-fields.ts'
import { canWithdraw } from './withdraw.ts'

/** A field that changes of a window set: its value before the first and after the last of them. */
export type FoldedField = {
  name: string
  from: unknown
  to: unknown
  /** Whether it had another value between two changes of the window: someone else changed it there. */
  isInterrupted: boolean
}

/** What undoing does with one record, in the place of the change `at`. `fields` are the fields that its changes set. */
export type UndoItem = RecordRef & { at: number; fields: FoldedField[] } & (
    | { action: 'withdraw' | 'delete' | 'change' | 'none' }
    | { action: 'restore'; deletion: Deletion }
  )

/**
 * Folds changes, newest first, into what undoing them does with each record, in that order: records that were created
 * together come after those that reference them.
 */
export function foldChanges(entries: ActivityEntry[]): UndoItem[] {
  const items = [...Map.groupBy(entries, recordKey).values()].flatMap((ofRecord) =>
    itemsOf(ofRecord.toReversed()),
  )
  return items.sort(newestFirst)
}

/** Orders what is undone by the change whose place it takes. */
export function newestFirst(one: { at: number }, other: { at: number }): number {
  return other.at - one.at
}

// The changes of one record, oldest first.
function itemsOf(entries: ActivityEntry[]): UndoItem[] {
  const [{ record_type, record_id } = { record_type: '', record_id: 0 }] = entries
  const record = { record_type, record_id }
  const existence = entries.filter(changesExistence)
  const [first, last] = [existence.at(0), existence.at(-1)]
  const fields = foldFields(entries.filter((entry) => !changesExistence(entry)))
  const withCreation =
    first?.event === 'created' ? foldFields(entries.filter(({ event }) => event !== 'deleted')) : fields
  const isGone = last?.event === 'deleted'
  if (first && first.event !== 'deleted') {
    if (isGone) return []
    const action = first.event !== 'created' ? 'delete' : canWithdraw(record_type) ? 'withdraw' : 'none'
    return [{ ...record, at: first.id, action, fields: withCreation }]
  }
  const changes = changeOf(record, entries, fields)
  if (!last || !isGone) return changes
  return [{ ...record, at: last.id, action: 'restore', deletion: last, fields: [] }, ...changes]
}

function changeOf(record: RecordRef, entries: ActivityEntry[], fields: FoldedField[]): UndoItem[] {
  const newest = entries.filter((entry) => !changesExistence(entry)).at(-1)
  const hasFields = entries.some((entry) => !changesExistence(entry) && Object.keys(entry.changes).length > 0)
  if (!newest || (hasFields && fields.length === 0)) return []
  const settable = settableFields(record.record_type)
  const canSet = fields.some(({ name }) => name in settable)
  return [{ ...record, at: newest.id, action: canSet ? 'change' : 'none', fields }]
}

// A restoration without fields ends a deletion. One with fields ends a retraction, or the archiving of an application.
function changesExistence({ event, changes }: ActivityEntry): boolean {
  return event === 'created' || event === 'deleted' || isUndeletion({ event, changes })
}

/** Returns whether an entry is the restoration of a deleted record. */
export function isUndeletion({ event, changes }: Pick<ActivityEntry, 'event' | 'changes'>): boolean {
  return event === 'restored' && Object.keys(changes).length === 0
}

// A field that has its value again is left out.
function foldFields(entries: ActivityEntry[]): FoldedField[] {
  const fields = new Map<string, FoldedField>()
  for (const { changes } of entries)
    for (const [name, { from, to }] of Object.entries(changes)) {
      const known = fields.get(name)
      const isInterrupted = known !== undefined && (known.isInterrupted || !isEqual(known.to, from))
      fields.set(name, { name, from: known ? known.from : from, to, isInterrupted })
    }
  return [...fields.values()].filter(({ from, to, isInterrupted }) => isInterrupted || !isEqual(from, to))
}

/** Returns whether two values are the same in JSON, as history stores them. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
