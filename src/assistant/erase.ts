import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { addHistory } from '../journal/save.ts'

/** Deletes the row of a record. Its history stays. */
export async function erase(em: EntityManager, actor: Actor, record: { id: number }): Promise<void> {
  addHistory(em, actor, record, 'deleted', {})
  await em.remove(record).flush()
}
