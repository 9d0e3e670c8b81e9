import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { type ContactChange, contacts } from './contact.ts'
import { type Contact, readContact } from './read.ts'

/** Changes a contact. */
export async function changeContact(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ContactChange,
  precondition: Precondition,
): Promise<Contact> {
  await checkOperationsReferences(em, input)
  const contact = await lockLive(em, contacts, id)
  await precondition()
  change(em, actor, contact, input)
  await em.flush()
  return readContact(readInTransaction(em), id)
}
