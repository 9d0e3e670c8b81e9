import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { softDelete } from '../../journal/save.ts'
import { lockOwnApplication } from './lock.ts'

/** Soft-deletes an application. Its clicks stay; records that reference it show no application. */
export async function removeApplication(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockOwnApplication(em, actor, id))
}
