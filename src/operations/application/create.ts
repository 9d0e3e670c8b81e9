import type { EntityManager } from '@mikro-orm/postgresql'
import { ulid } from 'ulid'
import type { Actor } from '../../access/actor.ts'
import { firstOwner, refuseNamedOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { applications, type NewApplication } from './application.ts'
import { type Application, readApplication } from './read.ts'

/** Creates an application. It is a manager's own; an admin may say whose it is. */
export async function createApplication(
  em: EntityManager,
  actor: Actor,
  input: NewApplication,
): Promise<Application> {
  refuseNamedOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const application = await create(em, actor, applications, {
    ...input,
    native_id: `api-${ulid().toLowerCase()}`,
    owner_id: firstOwner(actor, input.owner_id),
  })
  return readApplication(readInTransaction(em), application.id)
}
