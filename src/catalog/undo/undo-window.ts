import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { lock } from '../../database/lock.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import {
  type ActivityEntry,
  type ActivityQuery,
  type ListedEntry,
  listActivity,
} from '../../journal/activity.ts'
import { openChangeSet, sizeOf } from '../../journal/change-set.ts'
import { listSetChanges, listSetRecords } from '../../journal/set-changes.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { kindNames } from '../../portfolio/kinds.ts'
import { Fault } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-record.ts'
import type { Provenance } from '../../record/provenance.ts'
import { recordKey } from '../record-titles.ts'
import { attemptUndo } from './attempt.ts'
import { foldChanges, newestFirst, type UndoItem } from './fold.ts'
import { Outcomes } from './outcomes.ts'
import { undoSet } from './undo-set.ts'
import { isSameAuthor } from './withdraw.ts'

/** The largest number of changes that are undone together, and of records that their change sets are about. */
const maxChanges = 1000
const maxRecords = 100_000

/** Which changes are undone together: those of an actor in a time, and of other filters of the activity. */
export type WindowQuery = Omit<ActivityQuery, 'cursor' | 'per_page'>

/**
 * Changes of one actor, newest first, a change set as one. `author` is undefined if they have several, or there are none.
 * `tooLong` says why they are too many.
 */
export type UndoWindow = {
  entries: ListedEntry[]
  author: Provenance | undefined
  tooLong: Phrase | undefined
}

/** Returns the changes that a query selects, at most `maxChanges` of them. What was undone is not undone again. */
export async function readWindow(read: Read, query: WindowQuery): Promise<UndoWindow> {
  const all = { ...query, cursor: undefined, per_page: maxChanges + 1 }
  const isUndone = query.undone_from !== undefined
  const { entries: found } = await listActivity(read, all, {
    direct: kindNames,
    onlyChanges: true,
    ...(isUndone && { undone: [] }),
  })
  const records = found.reduce((sum, { set }) => sum + (set ? sizeOf(set) : 0), 0)
  const entries = found.slice(0, maxChanges)
  const [newest] = entries
  const isOfOne = entries.every(({ actor }) => newest && isSameAuthor(actor, newest.actor))
  const tooLong =
    found.length > maxChanges
      ? phrase('refusal.tooManyChanges', { limit: maxChanges })
      : records > maxRecords
        ? phrase('refusal.tooManyRecords', { limit: maxRecords })
        : undefined
  return { entries, author: isOfOne ? newest?.actor : undefined, tooLong }
}

/** The outcomes, and the hash that identifies this set of changes. */
export type UndoResult = { outcomes: Outcomes; hash: string; undone_at: string }

/** Which of the outcomes are stored: all or nothing, or those that are possible. */
export const undoModes = ['all', 'possible'] as const
export type UndoMode = (typeof undoModes)[number]

/** What the person decided on: the hash of the set that the page showed, and the mode. */
export type UndoDecision = { hash: string | undefined; mode: UndoMode }

/**
 * Undoes the changes of a window, newest first, each record by the functions that undo a single change, and a change set in
 * its place. What cannot be undone is left out and has a reason. A preview is the same in a transaction that is rolled back.
 * For admins.
 *
 * @throws Fault `conflict` if the window has too many changes, or not those of one actor; if the set is not the one that
 * was decided on, with the result as its `result`; in the mode `all` if anything cannot be undone, with `result` too
 */
export async function undoWindow(
  em: EntityManager,
  actor: Actor,
  query: WindowQuery,
  decision?: UndoDecision,
): Promise<UndoResult> {
  requireAdministrator(actor)
  await lock(em, 'undo')
  const read = readInTransaction(em)
  const { entries, author, tooLong } = await readWindow(read, query)
  if (tooLong) throw new Fault('conflict', tooLong)
  if (entries.length > 0 && !author) throw new Fault('conflict', phrase('refusal.severalActors'))
  const sets = entries.flatMap(({ id, set }) => (set ? { at: id, set } : []))
  const ids = sets.map(({ set }) => set.id)
  const single = entries.filter(({ set }) => set === null)
  // A record with changes that stand alone is undone with all of its changes in the window.
  const changes = await withThoseOfSets(read, single, ids)
  const items = foldChanges(changes)
  const alone = new Set(single.map(recordKey))
  const ofSets = ids.length === 0 ? [] : await listSetRecords(read, ids)
  const records = ofSets.filter((record) => !alone.has(recordKey(record)))
  // Before any row is locked, see `lockLinks`.
  for (const type of ['decision', 'task'])
    if (items.some(({ record_type }) => record_type === type))
      await lockLinks(em, type, { evidence: null, blocked_by: null })
  const inWindow = new Set(changes.map(({ id }) => id))
  const outcomes = new Outcomes(
    items.length + records.length,
    entries.map(({ id }) => id),
  )
  const attempt = (item: UndoItem) => attemptUndo(em, actor, item, { author, inWindow })
  const bySet = Map.groupBy(records, ({ set_id }) => set_id)
  const closings: (() => Promise<void>)[] = []
  for (const step of [...items, ...sets].sort(newestFirst)) {
    if (!('set' in step)) outcomes.add(await attempt(step), attempt)
    else {
      const { id, record_type } = step.set
      const { by, close } = await openChangeSet(em, actor, { kind: 'undo', record_type })
      closings.push(close)
      const ofSet = { record_type, records: bySet.get(id) ?? [] }
      await undoSet(em, by, { ids, author }, ofSet, outcomes)
    }
  }
  await outcomes.retry()
  for (const close of closings) await close()
  const [now] = await read(statementOf(sql<{ time: string }>`select now()::timestamptz(3) as time`))
  const result = { outcomes, hash: outcomes.hash, undone_at: String(now?.time) }
  if (!decision) return result
  if (decision.hash !== result.hash) throw refused(phrase('refusal.otherSet'), result)
  if (decision.mode === 'all' && !outcomes.isAll) throw refused(phrase('refusal.notAll'), result)
  return result
}

/** Returns the result that a fault of `undoWindow` has. Undefined for another error. */
export function undoResultIn(error: unknown): UndoResult | undefined {
  return error instanceof Fault ? (error.details.result as UndoResult | undefined) : undefined
}

function refused(message: Phrase, result: UndoResult): Fault {
  return new Fault('conflict', message, undefined, { result })
}

// In the order of their ids: an entry of a transaction that began earlier may be newer.
async function withThoseOfSets(read: Read, single: ListedEntry[], sets: number[]): Promise<ActivityEntry[]> {
  const records = new Map(single.map((entry) => [recordKey(entry), entry]))
  const isShared = single.length > 0 && sets.length > 0
  const shared = isShared ? await listSetChanges(read, sets, [...records.values()]) : []
  return [...single, ...shared].sort((one, other) => other.id - one.id)
}
