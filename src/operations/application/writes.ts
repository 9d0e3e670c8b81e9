import type { EntityManager } from '@mikro-orm/postgresql'
import { ulid } from 'ulid'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner, requireOwner } from '../../access/policy.ts'
import { users } from '../../access/user.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, softDelete } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { referenceChecker } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { companies } from '../company/company.ts'
import { appIdOf, matchingAppId } from './app.ts'
import {
  type ApplicationChange,
  applications,
  type NewApplication,
  type StoredApplication,
} from './application.ts'
import { type Application, readApplication } from './read.ts'

const checkReferences = referenceChecker({ company_id: companies, owner_id: users })

/**
 * Creates an application. A manager becomes its owner; an admin may name an owner. Without a named app it is the app of
 * the portfolio with its platform and its bundle or package id.
 */
export async function createApplication(
  em: EntityManager,
  actor: Actor,
  input: NewApplication,
): Promise<Application> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const { app_slug, ...values } = input
  const { platform, bundle_id = null } = values
  const app_id =
    app_slug === undefined ? await matchingAppId(em, { platform, bundle_id }) : await appIdOf(em, app_slug)
  const application = await create(em, actor, applications, {
    ...values,
    app_id,
    native_id: `api-${ulid().toLowerCase()}`,
    owner_id: initialOwnerId(actor, input.owner_id),
  })
  return readApplication(readInTransaction(em), application.id)
}

/** Changes an application, unless it is archived. */
export async function changeApplication(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ApplicationChange,
  precondition: Precondition,
): Promise<Application> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const application = await lockOwnApplication(em, actor, id)
  await precondition()
  if (application.status === 'archived') throw new Fault('conflict', phrase('refusal.applicationIsArchived'))
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

/** Soft-deletes an application. Its clicks stay; records that reference it show no application. */
export async function removeApplication(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockOwnApplication(em, actor, id))
}

/** Archives an application. Idempotent. */
export async function archiveApplication(
  em: EntityManager,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Application> {
  const application = await lockOwnApplication(em, actor, id)
  await precondition()
  const archived_at = new Date().toISOString()
  const archived = { status: 'archived', status_before: application.status, archived_at } as const
  if (application.status !== 'archived') change(em, actor, application, archived, 'archived')
  await em.flush()
  return readApplication(readInTransaction(em), id)
}

/** Restores an archived application with its previous status. Does nothing if it is not archived. */
export async function restoreApplication(em: EntityManager, actor: Actor, id: number): Promise<Application> {
  const application = await lockOwnApplication(em, actor, id)
  const restored = {
    status: application.status_before ?? 'paused',
    status_before: null,
    archived_at: null,
  } as const
  if (application.status === 'archived') change(em, actor, application, restored, 'restored')
  await em.flush()
  return readApplication(readInTransaction(em), id)
}

/** Locks and returns an application; throws `not_found`, or `policy_denied` if the actor may not change it. */
export async function lockOwnApplication(em: EntityManager, actor: Actor, id: number) {
  const application = await lockLive(em, applications, id)
  requireOwner(actor, application.owner_id)
  return application
}
