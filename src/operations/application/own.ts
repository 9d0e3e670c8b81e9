import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { refuseStranger } from '../../access/policy.ts'
import { lockLive } from '../removable.ts'
import { applications } from './application.ts'

/** The application to be changed, locked; throws where there is none, or where it is not the actor's to change. */
export async function lockOwn(em: EntityManager, actor: Actor, id: number) {
  const application = await lockLive(em, applications, id)
  refuseStranger(actor, application.owner_id)
  return application
}
