import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { readStoreTruth, type StoreTruth } from './read.ts'
import { type StoreTruthChange, storeTruth } from './store-truth.ts'

/** Changes a store truth. */
export async function changeStoreTruth(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: StoreTruthChange,
  precondition: Precondition,
): Promise<StoreTruth> {
  const { app_slug, app_id, ...values } = input
  const { app } = await resolve(em, { app_slug, app_id })
  const stored = await lockRecord(em, storeTruth, { id })
  await precondition()
  const moved = app !== undefined && { app_id: requireReference(app, 'app_slug').id }
  change(em, actor, stored, { ...values, ...moved })
  await em.flush()
  return readStoreTruth(readInTransaction(em), id)
}
