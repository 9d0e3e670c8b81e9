import type { EntityManager } from '@mikro-orm/postgresql'
import { ulid } from 'ulid'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { applications, type NewApplication } from './application.ts'
import { type Application, readApplication } from './read.ts'

/** Creates an application. A manager becomes its owner; an admin may name an owner. */
export async function createApplication(
  em: EntityManager,
  actor: Actor,
  input: NewApplication,
): Promise<Application> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const application = await create(em, actor, applications, {
    ...input,
    native_id: `api-${ulid().toLowerCase()}`,
    owner_id: initialOwnerId(actor, input.owner_id),
  })
  return readApplication(readInTransaction(em), application.id)
}
