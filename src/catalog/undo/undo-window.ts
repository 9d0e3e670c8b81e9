import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { lock } from '../../database/lock.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { type ActivityEntry, type ActivityQuery, listActivity } from '../../journal/activity.ts'
import { kindNames } from '../../portfolio/kinds.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-record.ts'
import type { Provenance } from '../../record/provenance.ts'
import { foldChanges, type UndoItem } from './fold.ts'
import { sentencesOf, usersIn } from './refusal.ts'
import { type Outcome, undoItem } from './undo-item.ts'
import { isSameAuthor } from './withdraw.ts'

/** The largest number of changes that are undone together. */
const maxChanges = 1000

/** Which changes are undone together: those of an actor in a time, and of other filters of the activity. */
export type WindowQuery = Omit<ActivityQuery, 'cursor' | 'per_page'>

/** Changes of one actor, newest first. `author` is undefined if they have several, or there are none. */
export type UndoWindow = { entries: ActivityEntry[]; author: Provenance | undefined; isTooLong: boolean }

/** Returns the changes that a query selects, at most `maxChanges` of them. What was undone is not undone again. */
export async function readWindow(read: Read, query: WindowQuery): Promise<UndoWindow> {
  const all = { ...query, cursor: undefined, per_page: maxChanges + 1 }
  const isUndone = query.undone_from !== undefined
  const { entries: found } = await listActivity(read, all, {
    direct: kindNames,
    onlyChanges: true,
    ...(isUndone && { undone: [] }),
  })
  const isTooLong = found.length > maxChanges
  const entries = found.slice(0, maxChanges)
  const [newest] = entries
  const isOfOne = entries.every(({ actor }) => newest && isSameAuthor(actor, newest.actor))
  return { entries, author: isOfOne ? newest?.actor : undefined, isTooLong }
}

/** The outcome for each record, in the order in which they are undone, and the hash that identifies this set. */
export type UndoResult = { outcomes: Outcome[]; hash: string; undone_at: string }

/** Which of the outcomes are stored: all or nothing, or those that are possible. */
export const undoModes = ['all', 'possible'] as const
export type UndoMode = (typeof undoModes)[number]

/** What the person decided on: the hash of the set that the page showed, and the mode. */
export type UndoDecision = { hash: string | undefined; mode: UndoMode }

/**
 * Undoes the changes of a window, newest first, each record by the functions that undo a single change. What cannot be
 * undone is left out and has a reason. A preview is the same in a transaction that is rolled back. For admins.
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
  const { entries, author, isTooLong } = await readWindow(readInTransaction(em), query)
  if (isTooLong) throw new Fault('conflict', tooLong)
  if (entries.length > 0 && !author)
    throw new Fault('conflict', 'The changes are of several actors. Choose one.')
  const inWindow = new Set(entries.map(({ id }) => id))
  const items = foldChanges(entries)
  // Before any row is locked, see `lockLinks`.
  for (const type of ['decision', 'task'])
    if (items.some(({ record_type }) => record_type === type))
      await lockLinks(em, type, { evidence: null, blocked_by: null })
  const attempt = (item: UndoItem) => undoInSavepoint(em, actor, item, { author, inWindow })
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await attempt(item))
  // A record may become free by a later step: a task that waits for another can be opened only after that one.
  for (let progress = true; progress; ) {
    progress = false
    for (const [index, { verdict, item }] of outcomes.entries()) {
      if (verdict !== 'impossible' && verdict !== 'used') continue
      const again = await attempt(item)
      progress ||= again.verdict !== verdict
      outcomes[index] = again
    }
  }
  const [now] = await readInTransaction(em)(
    statementOf(sql<{ time: string }>`select now()::timestamptz(3) as time`),
  )
  const result = { outcomes, hash: hashOf(inWindow, outcomes), undone_at: String(now?.time) }
  if (!decision) return result
  if (decision.hash !== result.hash) throw refused(otherSet, result)
  const isAll = outcomes.every(({ verdict }) => verdict === 'possible' || verdict === 'done')
  if (decision.mode === 'all' && !isAll) throw refused(notAll, result)
  return result
}

/** Returns the result that a fault of `undoWindow` has. Undefined for another error. */
export function undoResultIn(error: unknown): UndoResult | undefined {
  return error instanceof Fault ? (error.details.result as UndoResult | undefined) : undefined
}

export const tooLong = `More than ${maxChanges.toLocaleString('en')} changes match. They can be undone only in smaller parts: choose a shorter time.`
const otherSet =
  'The changes, or what can be undone of them, are no longer those of the page. Look at the present preview and decide again.'
const notAll = 'Nothing was undone, because not all of the changes can be undone.'

function refused(message: string, result: UndoResult): Fault {
  return new Fault('conflict', message, undefined, { result })
}

async function undoInSavepoint(
  em: EntityManager,
  actor: Actor,
  item: UndoItem,
  window: Parameters<typeof undoItem>[3],
): Promise<Outcome> {
  try {
    return await runInSavepoint(em, (part) => undoItem(part, actor, item, window))
  } catch (error) {
    const fault = toFault(error)
    if (!(fault instanceof Fault) || fault.code === 'unavailable') throw error
    const used_by = usersIn(fault)
    const verdict = used_by ? 'used' : 'impossible'
    return { item, verdict, message: sentencesOf(fault), conflicts: [], used_by: used_by ?? [] }
  }
}

function hashOf(ids: Set<number>, outcomes: Outcome[]): string {
  const shown = outcomes.map(({ item, verdict, conflicts, used_by, message }) => {
    const { record_type, record_id, action, fields } = item
    return [
      record_type,
      record_id,
      action,
      fields,
      verdict,
      conflicts.map(({ field }) => field),
      used_by,
      message,
    ]
  })
  return createHash('sha256')
    .update(JSON.stringify([...ids, shown]))
    .digest('hex')
}
