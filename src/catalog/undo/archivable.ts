import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { ApplicationChange, StoredApplication } from '../../operations/application/application.ts'
import {
  archiveApplication,
  changeApplication,
  lockOwnApplication,
  restoreApplication,
} from '../../operations/application/writes.ts'
import type { Precondition } from '../../record/precondition.ts'

/** The change of an application whose status may also be `archived`. */
export const ArchivableChange = z.strictObject({
  ...ApplicationChange.shape,
  status: StoredApplication.shape.status.optional(),
})
type ArchivableChange = z.output<typeof ArchivableChange>

/** Changes an application. Its status is set by the writes that archive and restore it, if necessary. */
export async function changeArchivable(
  em: EntityManager,
  actor: Actor,
  id: number,
  { status, ...values }: ArchivableChange,
  precondition: Precondition,
): Promise<void> {
  const stored = await lockOwnApplication(em, actor, id)
  if (status !== undefined && status !== 'archived' && stored.status === 'archived')
    await restoreApplication(em, actor, id)
  const changed = { ...values, ...(status !== undefined && status !== 'archived' && { status }) }
  if (Object.keys(changed).length > 0) await changeApplication(em, actor, id, changed, precondition)
  if (status === 'archived') await archiveApplication(em, actor, id, precondition)
}
