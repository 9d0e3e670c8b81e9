import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { writeChangeSet } from '../../journal/change-set.ts'
import type { RecordRef } from '../../journal/history.ts'
import { listSetChanges } from '../../journal/set-changes.ts'
import { lockUpserts } from '../../journal/upsert.ts'
import { importKinds } from '../../portfolio/import/import-kinds.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import type { Provenance } from '../../record/provenance.ts'
import { attemptUndo } from './attempt.ts'
import { foldChanges, type UndoItem } from './fold.ts'
import type { Outcome } from './undo-item.ts'
import { type Batch, undoEach, undoRows } from './undo-rows.ts'

const recordsAtOnce = 500

// The types of records that an import stores many at once. No guard checks them, and no record rests on them.
const storedAtOnce = new Set(
  Object.values(importKinds).flatMap(({ recordType, store }) => ('match' in store ? [recordType] : [])),
)

/** Change sets that are undone together: their ids, and their author. */
type Sets = { ids: number[]; author: Provenance | undefined }

/**
 * Undoes what change sets did with these records, and passes the outcome for each to `add`. The undo of each type of record
 * is a change set. What can be undone at once takes a few statements for hundreds of records, anything else is undone like
 * a single change.
 */
export async function undoSets(
  em: EntityManager,
  actor: Actor,
  { ids, author }: Sets,
  records: RecordRef[],
  add: (outcome: Outcome) => void,
): Promise<void> {
  for (const [record_type, ofType] of Map.groupBy(records, (record) => record.record_type))
    await writeChangeSet(em, actor, { kind: 'undo', record_type }, async (by) => {
      if (storedAtOnce.has(record_type)) await lockUpserts(em, record_type)
      for (let start = 0; start < ofType.length; start += recordsAtOnce) {
        const part = ofType.slice(start, start + recordsAtOnce)
        const changes = await listSetChanges(readInTransaction(em), ids, part)
        const inWindow = new Set(changes.map(({ id }) => id))
        const attempt = (item: UndoItem) => attemptUndo(em, by, item, { author, inWindow })
        const oldest = Math.min(...inWindow)
        const batch = { record_type, items: foldChanges(changes), sets: ids, oldest, attempt }
        const outcomes = storedAtOnce.has(record_type)
          ? await undoAtOnce(em, by, batch)
          : await undoEach(batch.items, attempt)
        for (const outcome of outcomes) add(outcome)
      }
    })
}

// One value that the database refuses makes the entire statement fail. Then each record is undone by itself.
async function undoAtOnce(em: EntityManager, actor: Actor, batch: Batch): Promise<Outcome[]> {
  try {
    return await runInSavepoint(em, (part) => undoRows(part, actor, batch))
  } catch (error) {
    const fault = toFault(error)
    if (fault instanceof Fault && fault.code === 'unavailable') throw error
    return undoEach(batch.items, batch.attempt)
  }
}
