import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { serviceTasks } from './service-task.ts'

/** Deletes a task. */
export async function removeServiceTask(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, serviceTasks, { id }))
}
