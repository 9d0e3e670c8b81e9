import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { improvements } from './improvement.ts'

/** Deletes an improvement that no task references. A concurrent reference waits for the locked row. */
export async function removeImprovement(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const improvement = await lockRecord(em, improvements, { id })
  const tables = { tasks: 'service_tasks' }
  await rejectInUse(em, { kind: 'improvement', id, column: 'improvement_id', tables })
  await deleteRecord(em, actor, improvement)
}
