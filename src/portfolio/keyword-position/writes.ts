import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { fieldPhrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { apps } from '../app/app.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { type KeywordPositionChange, keywordPositions, type NewKeywordPosition } from './keyword-position.ts'
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

/** Changes a keyword position. A change that sets a position also sets `measured`. */
export async function changeKeywordPosition(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: KeywordPositionChange,
  precondition: Precondition,
): Promise<KeywordPosition> {
  const { app_slug, app_id, ...values } = input
  const { app } = await resolve(em, { app_slug, app_id })
  const stored = await lockRecord(em, keywordPositions, { id })
  await precondition()
  const { position = stored.position, measured = stored.measured } = values
  if (!measured && position !== null && values.position === undefined)
    throw invalid({ measured: fieldPhrase('validation.measuredWithPosition').about('measured') })
  change(em, actor, stored, {
    ...values,
    ...(app !== undefined && { app_id: requireReference(app, 'app_slug').id }),
    measured: position !== null || measured,
  })
  await em.flush()
  return readKeywordPosition(readInTransaction(em), id)
}

/** Deletes a keyword position. */
export async function removeKeywordPosition(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, keywordPositions, { id }))
}
