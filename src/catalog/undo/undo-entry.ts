import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { authorId, requireOwner, requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { type ActivityEntry, readChange } from '../../journal/activity.ts'
import type { RecordRef } from '../../journal/history.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-record.ts'
import { findAnyRecord, requireVersion } from '../shown-version.ts'
import { isUndeletion } from './fold.ts'
import { recordWrites } from './record-writes.ts'
import { canRestore, restoreDeleted } from './restore-deleted.ts'
import { requireVisible, revertedValues } from './revert-change.ts'
import type { SetRecord } from './set-fields.ts'
import { canWithdraw, isEnded, withdraw } from './withdraw.ts'

/** How one change is undone: its fields are set back, or its record is withdrawn, restored or deleted again. */
export type UndoAction = 'revert' | 'withdraw' | 'restore' | 'delete'

/** Returns how a change can be undone. Undefined if it cannot. */
export function undoActionOf(
  entry: Pick<ActivityEntry, 'record_type' | 'event' | 'changes' | 'created_at'>,
): UndoAction | undefined {
  const { event, record_type } = entry
  if (event === 'created') return canWithdraw(record_type) ? 'withdraw' : undefined
  if (event === 'deleted') return canRestore(entry) ? 'restore' : undefined
  if (isUndeletion(entry)) return recordWrites.get(record_type)?.remove ? 'delete' : undefined
  return Object.keys(revertedValues(entry)).length > 0 ? 'revert' : undefined
}

/**
 * Withdraws the record that an entry of the history created, restores the one that it deleted, or deletes the one that it
 * restored. Active admins may undo every change, active managers their own. The reason is that of the actor.
 *
 * @throws Fault `not_found` if there is no such entry or record; `conflict` if that is impossible, as `isAnotherVersion`
 * if the record was changed after `version`
 */
export async function undoEntry(
  em: EntityManager,
  actor: Actor,
  historyId: number,
  version: number | undefined,
): Promise<RecordRef | SetRecord> {
  requireWriter(actor)
  const entry = await readChange(readInTransaction(em), historyId)
  requireOwner(actor, authorId(entry.actor))
  requireVisible(actor, entry)
  const { record_type, record_id } = entry
  const record = { record_type, record_id }
  const action = undoActionOf(entry)
  if (action === 'restore') {
    await restoreDeleted(em, actor, entry)
    return record
  }
  if (action !== 'withdraw' && action !== 'delete')
    throw new Fault('conflict', phrase('refusal.cannotRevert'))
  await lockLinks(em, record_type, { evidence: null, blocked_by: null })
  await requireVersion(em, record, version)
  if (action === 'delete') await recordWrites.get(record_type)?.remove?.(em, actor, record_id)
  else if (isEnded(record_type, await findAnyRecord(em, record)))
    throw new Fault('conflict', phrase('refusal.withdrawnAlready'))
  else return (await withdraw(em, actor, { record, author: entry.actor })) ?? record
  return record
}
