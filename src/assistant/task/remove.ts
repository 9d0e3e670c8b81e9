import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../record/fault.ts'
import { erase } from '../erase.ts'
import { serviceTasks } from './task.ts'

/** Removes a task. */
export async function removeServiceTask(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const task = await em.findOne(serviceTasks, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!task) throw notFound()
  await erase(em, actor, task)
}
