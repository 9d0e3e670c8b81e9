import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { softDelete } from '../../journal/save.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { contacts } from './contact.ts'

/** Deletes a contact. */
export async function removeContact(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockLive(em, contacts, id))
}
