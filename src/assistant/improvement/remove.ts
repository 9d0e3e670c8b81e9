import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { erase } from '../erase.ts'
import { refuseInUse } from '../in-use.ts'
import { serviceTasks } from '../task/task.ts'
import { improvements } from './improvement.ts'

/** Removes an improvement that nothing points to. Whoever points to it meanwhile waits for the row. */
export async function removeImprovement(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const improvement = await lockRecord(em, improvements, { id })
  refuseInUse('improvement', {
    tasks: await em.count(serviceTasks, { improvement_id: id }),
  })
  await erase(em, actor, improvement)
}
