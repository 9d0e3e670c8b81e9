import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkAssistantReferences } from '../check-references.ts'
import { readServiceTask } from './read.ts'
import { type NewServiceTask, serviceTasks } from './service-task.ts'

/** Creates a task. */
export async function createServiceTask(em: EntityManager, actor: Actor, input: NewServiceTask) {
  await checkAssistantReferences(em, input)
  const { id } = await create(em, actor, serviceTasks, input)
  return readServiceTask(readInTransaction(em), id)
}
