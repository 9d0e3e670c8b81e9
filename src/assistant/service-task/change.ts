import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { checkAssistantReferences } from '../check-references.ts'
import { readServiceTask } from './read.ts'
import { type ServiceTaskChange, serviceTasks } from './service-task.ts'

/** Changes a task. */
export async function changeServiceTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ServiceTaskChange,
  precondition: Precondition,
) {
  await checkAssistantReferences(em, input)
  const task = await lockRecord(em, serviceTasks, { id })
  await precondition()
  change(em, actor, task, input)
  await em.flush()
  return readServiceTask(readInTransaction(em), id)
}
