import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { create } from '../../journal/save.ts'
import { today } from '../../record/day.ts'
import { locate } from '../locate.ts'
import { refuseRepeat } from '../repeat.ts'
import { insights, type NewInsight } from './insight.ts'
import { insightAnswer } from './read.ts'

/** Takes in a conclusion about a product, an app or a direction; discovered today unless said otherwise. */
export async function createInsight(em: EntityManager, actor: Actor, input: NewInsight) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = input
  const references = { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }
  const { place, warnings } = await locate(em, references)
  await refuseRepeat(em, actor, 'insights', values.external_ref)
  const insight = await create(
    em,
    actor,
    insights,
    {
      ...values,
      ...place,
      credential: actor.credential,
      discovered_at: values.discovered_at ?? today(),
    },
    insightAnswer,
  )
  return { insight, warnings }
}
