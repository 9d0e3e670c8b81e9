import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { softDelete } from '../../journal/save.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { keywords } from './keyword.ts'

/** Deletes a keyword. */
export async function removeKeyword(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockLive(em, keywords, id))
}
