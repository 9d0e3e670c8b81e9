import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { refuseRemoved } from './agent.ts'
import { readServiceTask } from './read.ts'
import { type ServiceTaskChange, serviceTasks } from './task.ts'

/** Changes a task. */
export async function changeServiceTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ServiceTaskChange,
  precondition: Precondition,
) {
  const task = await em.findOne(serviceTasks, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!task) throw notFound()
  await precondition()
  await refuseRemoved(em, input.agent_id)
  change(em, actor, task, input)
  await em.flush()
  return readServiceTask(within(em), id)
}
