import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { checkOperationsReferences } from '../check-references.ts'
import type { ApplicationChange } from './application.ts'
import { lockOwnApplication } from './lock.ts'
import { type Application, readApplication } from './read.ts'

/** Changes an application, unless it is archived. */
export async function changeApplication(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ApplicationChange,
  precondition: Precondition,
): Promise<Application> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const application = await lockOwnApplication(em, actor, id)
  await precondition()
  if (application.status === 'archived') throw new Fault('conflict', archivedMessage)
  change(em, actor, application, input)
  await em.flush()
  return readApplication(readInTransaction(em), id)
}

const archivedMessage = 'The application is archived. Restore it before you change it.'
