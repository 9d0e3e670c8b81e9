import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { remove } from '../../journal/save.ts'
import { lockOwn } from './own.ts'

/** Deletes an application. What was counted by it stays; what pointed to it points to nothing. */
export async function removeApplication(em: EntityManager, actor: Actor, id: number): Promise<void> {
  remove(em, actor, await lockOwn(em, actor, id))
}
