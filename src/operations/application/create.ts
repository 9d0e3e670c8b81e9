import type { EntityManager } from '@mikro-orm/postgresql'
import { ulid } from 'ulid'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { appIdOf, matchingAppId } from './app.ts'
import { applications, type NewApplication } from './application.ts'
import { type Application, readApplication } from './read.ts'

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
  await checkOperationsReferences(em, input)
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
