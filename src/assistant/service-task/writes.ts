import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { referenceChecker } from '../../record/references.ts'
import { agents } from '../agent/agent.ts'
import { improvements } from '../improvement/improvement.ts'
import { services } from '../service/service.ts'
import { readServiceTask } from './read.ts'
import { type NewServiceTask, type ServiceTaskChange, serviceTasks } from './service-task.ts'

const checkReferences = referenceChecker({
  service_id: services,
  improvement_id: improvements,
  agent_id: agents,
})

/** Creates a task. */
export async function createServiceTask(em: EntityManager, actor: Actor, input: NewServiceTask) {
  await checkReferences(em, input)
  const { id } = await create(em, actor, serviceTasks, input)
  return readServiceTask(readInTransaction(em), id)
}

/** Changes a task. */
export async function changeServiceTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ServiceTaskChange,
  precondition: Precondition,
) {
  await checkReferences(em, input)
  const task = await lockRecord(em, serviceTasks, { id })
  await precondition()
  change(em, actor, task, input)
  await em.flush()
  return readServiceTask(readInTransaction(em), id)
}

/** Deletes a task. */
export async function removeServiceTask(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, serviceTasks, { id }))
}
