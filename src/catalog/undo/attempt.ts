import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import type { UndoItem } from './fold.ts'
import { sentencesOf, usersIn } from './refusal.ts'
import { type Outcome, type Together, undoItem } from './undo-item.ts'

/** Undoes the changes of one record in a savepoint. A record that cannot be undone is an outcome with the reason. */
export async function attemptUndo(
  em: EntityManager,
  actor: Actor,
  item: UndoItem,
  together: Together,
): Promise<Outcome> {
  try {
    return await runInSavepoint(em, (part) => undoItem(part, actor, item, together))
  } catch (error) {
    const fault = toFault(error)
    if (!(fault instanceof Fault) || fault.code === 'unavailable') throw error
    const used_by = usersIn(fault)
    const verdict = used_by ? 'used' : 'impossible'
    return { item, verdict, message: sentencesOf(fault), conflicts: [], used_by: used_by ?? [] }
  }
}
