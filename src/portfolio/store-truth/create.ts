import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { readStoreTruth, type StoreTruth } from './read.ts'
import { type NewStoreTruth, storeTruth } from './store-truth.ts'

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
