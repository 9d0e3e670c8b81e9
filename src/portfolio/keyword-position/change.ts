import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { type KeywordPositionChange, keywordPositions } from './keyword-position.ts'
import { type KeywordPosition, readKeywordPosition } from './read.ts'

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
    throw invalid({ measured: 'The measured field must be true while there is a position.' })
  change(em, actor, stored, {
    ...values,
    ...(app !== undefined && { app_id: requireReference(app, 'app_slug').id }),
    measured: position !== null || measured,
  })
  await em.flush()
  return readKeywordPosition(readInTransaction(em), id)
}
