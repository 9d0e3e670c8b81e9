import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { decisions } from '../decision/decision.ts'
import { find } from '../find.ts'
import { locate, type Place } from '../locate.ts'
import { contradiction, type References } from '../resolve.ts'
import { doneAt } from './done-at.ts'
import { readTask } from './read.ts'
import { type NewTask, tasks } from './task.ts'

/** Creates a task out of a decision, a product, an app or a direction. */
export async function createTask(em: EntityManager, actor: Actor, input: NewTask) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = input
  const references = { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }
  const { place, warnings } = await locate(em, references)
  const task = await create(em, actor, tasks, {
    ...values,
    ...(await ofDecision(em, values.product_decision_id, place, references)),
    product_decision_id: values.product_decision_id ?? null,
    done_at: doneAt(values.status, null),
  })
  return { task: await readTask(within(em), { id: task.id }), warnings }
}

// A task of a decision is about the decision's product.
async function ofDecision(
  em: EntityManager,
  id: number | null | undefined,
  place: Place,
  references: References,
): Promise<Place> {
  if (id == null) return place
  const decision = await em.findOne(decisions, { id })
  if (!decision) throw invalid({ product_decision_id: 'The selected product decision id is invalid.' })
  if (place.product_id && place.product_id !== decision.product_id)
    throw contradiction(references, placedBy(references, 'product'), 'the decision is about another product')
  const [product] = await within(em)(find.product({ id: decision.product_id }))
  if (place.direction_id && place.direction_id !== product?.direction_id)
    throw contradiction(
      references,
      placedBy(references, 'direction'),
      'the product of the decision belongs to another direction',
    )
  return { ...place, product_id: decision.product_id, direction_id: null }
}

// A product or a direction that was not named is the app's.
function placedBy(references: References, kind: 'product' | 'direction') {
  return (references[`${kind}_slug`] ?? references[`${kind}_id`]) == null ? 'app' : kind
}
