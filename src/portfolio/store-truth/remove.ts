import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { storeTruth } from './store-truth.ts'

/** Deletes a store truth. */
export async function removeStoreTruth(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, storeTruth, { id }))
}
