import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import type { RecordRef } from '../../journal/history.ts'
import { listSetChanges } from '../../journal/set-changes.ts'
import { lockUpserts } from '../../journal/upsert.ts'
import { importKinds } from '../../portfolio/import/import-kinds.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import type { Provenance } from '../../record/provenance.ts'
import { attemptUndo } from './attempt.ts'
import { foldChanges, type UndoItem } from './fold.ts'
import type { Outcomes } from './outcomes.ts'
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
 * Undoes what change sets did with the records of one of them, whose entries are about `record_type`, by the actor of the set
 * that undoes it. What can be undone at once takes a few statements for hundreds of records, anything else is undone like a
 * single change.
 */
export async function undoSet(
  em: EntityManager,
  actor: Actor,
  { ids, author }: Sets,
  { record_type, records }: { record_type: string; records: RecordRef[] },
  outcomes: Outcomes,
): Promise<void> {
  const isAtOnce = storedAtOnce.has(record_type)
  if (isAtOnce) await lockUpserts(em, record_type)
  for (let start = 0; start < records.length; start += recordsAtOnce) {
    const part = records.slice(start, start + recordsAtOnce)
    const changes = await listSetChanges(readInTransaction(em), ids, part)
    const inWindow = new Set(changes.map(({ id }) => id))
    const attempt = (item: UndoItem) => attemptUndo(em, actor, item, { author, inWindow })
    const oldest = Math.min(...inWindow)
    const batch = { record_type, items: foldChanges(changes), sets: ids, oldest, attempt }
    const undone = isAtOnce ? await undoAtOnce(em, actor, batch) : await undoEach(batch.items, attempt)
    for (const outcome of undone) outcomes.addOfSet(outcome, attempt)
  }
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
