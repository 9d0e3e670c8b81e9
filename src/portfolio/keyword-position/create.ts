import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { apps } from '../app/app.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { keywordPositions, type NewKeywordPosition } from './keyword-position.ts'
import { type KeywordPosition, readKeywordPosition } from './read.ts'

/** Creates a keyword position. With a position it counts as measured. The platform defaults to the one of the app. */
export async function createKeywordPosition(
  em: EntityManager,
  actor: Actor,
  input: NewKeywordPosition,
): Promise<KeywordPosition> {
  const { app_slug, app_id, ...values } = input
  const { app } = await resolve(em, { app_slug, app_id })
  const { id, platform } = await em.findOneOrFail(apps, requireReference(app, 'app_slug').id)
  const { id: position_id } = await create(em, actor, keywordPositions, {
    ...values,
    app_id: id,
    platform: values.platform ?? platform,
    measured: values.position != null || (values.measured ?? true),
  })
  return readKeywordPosition(readInTransaction(em), position_id)
}
