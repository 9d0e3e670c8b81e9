import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockOwn } from './own.ts'
import { type Application, readApplication } from './read.ts'

/** Puts an application away. Once it is there, nothing more happens. */
export async function archiveApplication(
  em: EntityManager,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Application> {
  const application = await lockOwn(em, actor, id)
  await precondition()
  const archived_at = new Date().toISOString()
  const archived = { status: 'archived', status_before: application.status, archived_at } as const
  if (application.status !== 'archived') change(em, actor, application, archived, 'archived')
  await em.flush()
  return readApplication(readInTransaction(em), id)
}

/** Takes an application out again, in the status that it had. One that is not archived stays as it is. */
export async function restoreApplication(em: EntityManager, actor: Actor, id: number): Promise<Application> {
  const application = await lockOwn(em, actor, id)
  const restored = {
    status: application.status_before ?? 'paused',
    status_before: null,
    archived_at: null,
  } as const
  if (application.status === 'archived') change(em, actor, application, restored, 'restored')
  await em.flush()
  return readApplication(readInTransaction(em), id)
}
