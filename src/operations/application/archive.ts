import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockOwnApplication } from './lock.ts'
import { type Application, readApplication } from './read.ts'

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
