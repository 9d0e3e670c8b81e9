import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { keywordPositions } from './keyword-position.ts'

/** Deletes a keyword position. */
export async function removeKeywordPosition(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, keywordPositions, { id }))
}
