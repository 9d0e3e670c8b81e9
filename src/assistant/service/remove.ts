import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { bugs } from '../bug/bug.ts'
import { erase } from '../erase.ts'
import { improvements } from '../improvement/improvement.ts'
import { refuseInUse } from '../in-use.ts'
import { serviceTasks } from '../task/task.ts'
import { services } from './service.ts'

/** Removes a service that nothing points to. Whoever points to it meanwhile waits for the row. */
export async function removeService(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const service = await lockRecord(em, services, { id })
  refuseInUse('service', {
    improvements: await em.count(improvements, { service_id: id }),
    tasks: await em.count(serviceTasks, { service_id: id }),
    bugs: await em.count(bugs, { service_id: id }),
  })
  await erase(em, actor, service)
}
