import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { refer } from '../refer.ts'
import { readServiceTask } from './read.ts'
import { type NewServiceTask, serviceTasks } from './task.ts'

/** Creates a task. */
export async function createServiceTask(em: EntityManager, actor: Actor, input: NewServiceTask) {
  await refer(em, input)
  const { id } = await create(em, actor, serviceTasks, input)
  return readServiceTask(within(em), id)
}
