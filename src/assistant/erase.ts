import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { keep } from '../journal/save.ts'

/** Removes the row of a record; its history stays. */
export async function erase(em: EntityManager, actor: Actor, record: { id: number }): Promise<void> {
  keep(em, actor, record, 'deleted', {})
  await em.remove(record).flush()
}
