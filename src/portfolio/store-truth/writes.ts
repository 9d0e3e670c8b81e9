import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { readStoreTruth, type StoreTruth } from './read.ts'
import { type NewStoreTruth, type StoreTruthChange, storeTruth } from './store-truth.ts'

/** Creates the store truth of an app on one day. */
export async function createStoreTruth(
  em: EntityManager,
  actor: Actor,
  input: NewStoreTruth,
): Promise<StoreTruth> {
  const { app_slug, app_id, ...values } = input
  const { app } = await resolve(em, { app_slug, app_id })
  const { id } = await create(em, actor, storeTruth, {
    ...values,
    app_id: requireReference(app, 'app_slug').id,
  })
  return readStoreTruth(readInTransaction(em), id)
}

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

/** Deletes a store truth. */
export async function removeStoreTruth(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, storeTruth, { id }))
}
