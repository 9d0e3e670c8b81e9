import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { bugs } from './bug.ts'

/** Deletes a bug. */
export async function removeBug(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, bugs, { id }))
}
