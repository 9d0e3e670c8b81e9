import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { create } from '../../journal/save.ts'
import { locate } from '../locate.ts'
import { refuseRepeat } from '../repeat.ts'
import { economics, type NewEconomics } from './economics.ts'
import { economicsAnswer } from './read.ts'

/** Takes in how a product or a direction did in a period. */
export async function createEconomics(em: EntityManager, actor: Actor, input: NewEconomics) {
  const { product_slug, product_id, direction_slug, direction_id, ...values } = input
  const { place, warnings } = await locate(em, { product_slug, product_id, direction_slug, direction_id })
  await refuseRepeat(em, actor, 'economics', values.external_ref)
  const summary = await create(
    em,
    actor,
    economics,
    {
      ...values,
      product_id: place.product_id,
      direction_id: place.direction_id,
      credential: actor.credential,
    },
    economicsAnswer,
  )
  return { economics: summary, warnings }
}
