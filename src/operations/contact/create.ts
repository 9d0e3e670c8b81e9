import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { contacts, type NewContact } from './contact.ts'
import { type Contact, readContact } from './read.ts'

/** Creates a contact. Its source defaults to the surface that created it. */
export async function createContact(em: EntityManager, actor: Actor, input: NewContact): Promise<Contact> {
  await checkOperationsReferences(em, input)
  const source = input.source ?? (actor.surface === 'http' ? 'api' : 'manual')
  const contact = await create(em, actor, contacts, { ...input, source })
  return readContact(readInTransaction(em), contact.id)
}
