import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { create } from '../../journal/save.ts'
import { locate } from '../locate.ts'
import { refuseRepeat } from '../repeat.ts'
import { signalAnswer } from './read.ts'
import { resolvedAt } from './resolved-at.ts'
import { type NewSignal, signals } from './signal.ts'

/** Takes in a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = input
  const references = { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }
  const { place, warnings } = await locate(em, references)
  await refuseRepeat(em, actor, 'signals', values.external_ref)
  const signal = await create(
    em,
    actor,
    signals,
    {
      ...values,
      ...place,
      credential: actor.credential,
      resolved_at: resolvedAt(values.status, null),
    },
    signalAnswer,
  )
  return { signal, warnings }
}
