import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireOwner } from '../../access/policy.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { applications } from './application.ts'

/** Locks and returns an application; throws `not_found`, or `policy_denied` if the actor may not change it. */
export async function lockOwnApplication(em: EntityManager, actor: Actor, id: number) {
  const application = await lockLive(em, applications, id)
  requireOwner(actor, application.owner_id)
  return application
}
