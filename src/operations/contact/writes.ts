import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, softDelete } from '../../journal/save.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { referenceChecker } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { strategies } from '../strategy/strategy.ts'
import { type ContactChange, contacts, type NewContact } from './contact.ts'
import { type Contact, readContact } from './read.ts'

const checkReferences = referenceChecker({
  company_id: companies,
  application_id: applications,
  strategy_id: strategies,
})

/** Creates a contact. Its source defaults to the surface that created it. */
export async function createContact(em: EntityManager, actor: Actor, input: NewContact): Promise<Contact> {
  await checkReferences(em, input)
  const source = input.source ?? (actor.surface === 'http' ? 'api' : 'manual')
  const contact = await create(em, actor, contacts, { ...input, source })
  return readContact(readInTransaction(em), contact.id)
}

/** Changes a contact. */
export async function changeContact(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ContactChange,
  precondition: Precondition,
): Promise<Contact> {
  await checkReferences(em, input)
  const contact = await lockLive(em, contacts, id)
  await precondition()
  change(em, actor, contact, input)
  await em.flush()
  return readContact(readInTransaction(em), id)
}

/** Deletes a contact. */
export async function removeContact(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockLive(em, contacts, id))
}
