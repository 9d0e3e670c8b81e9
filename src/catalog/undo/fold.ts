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

/** What undoing does with one record. `fields` are the fields that its changes set. */
export type UndoItem = RecordRef & { fields: FoldedField[] } & (
    | { action: 'withdraw' | 'delete' | 'change' | 'none' }
    | { action: 'restore'; deletion: Deletion }
  )

/**
 * Folds changes, newest first, into what undoing them does with each record, in that order: records that were created
 * together come after those that reference them.
 */
export function foldChanges(entries: ActivityEntry[]): UndoItem[] {
  const places = new Map(entries.map((entry, index) => [entry.id, index]))
  const placed = [...Map.groupBy(entries, recordKey).values()].flatMap((ofRecord) =>
    itemsOf(ofRecord.toReversed()).map(({ at, item }) => ({ place: places.get(at) ?? 0, item })),
  )
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item)
}

type Placed = { at: number; item: UndoItem }

// The changes of one record, oldest first. `at` is the change whose place an item takes.
function itemsOf(entries: ActivityEntry[]): Placed[] {
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
    return [{ at: first.id, item: { ...record, action, fields: withCreation } }]
  }
  const changes = changeOf(record, entries, fields)
  if (!last || !isGone) return changes
  return [{ at: last.id, item: { ...record, action: 'restore', deletion: last, fields: [] } }, ...changes]
}

function changeOf(record: RecordRef, entries: ActivityEntry[], fields: FoldedField[]): Placed[] {
  const newest = entries.filter((entry) => !changesExistence(entry)).at(-1)
  const hasFields = entries.some((entry) => !changesExistence(entry) && Object.keys(entry.changes).length > 0)
  if (!newest || (hasFields && fields.length === 0)) return []
  const settable = settableFields(record.record_type)
  const canSet = fields.some(({ name }) => name in settable)
  return [{ at: newest.id, item: { ...record, action: canSet ? 'change' : 'none', fields } }]
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
