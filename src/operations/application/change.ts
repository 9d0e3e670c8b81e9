import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { appIdOf, matchingAppId } from './app.ts'
import type { ApplicationChange, StoredApplication } from './application.ts'
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
  const { app_slug, ...values } = input
  const app_id =
    app_slug === undefined ? await appIdAfter(em, application, values) : await appIdOf(em, app_slug)
  change(em, actor, application, { ...values, app_id })
  await em.flush()
  return readApplication(readInTransaction(em), id)
}

// An application without an app is matched when its platform or its bundle id changes.
async function appIdAfter(em: EntityManager, application: StoredApplication, values: ApplicationChange) {
  const { app_id, platform, bundle_id } = application
  if (app_id !== null || (values.platform === undefined && values.bundle_id === undefined)) return app_id
  return matchingAppId(em, { platform, bundle_id, ...values })
}

const archivedMessage = 'The application is archived. Restore it before you change it.'
