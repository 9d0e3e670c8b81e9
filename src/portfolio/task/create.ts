import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import type { FoundRecord } from '../place/find.ts'
import { locate, type Place } from '../place/locate.ts'
import { contradiction, type References } from '../place/resolve.ts'
import { readTask } from './read.ts'
import { type NewTask, tasks } from './task.ts'

/** Creates a task of a decision, a product, an app or a direction. */
export async function createTask(em: EntityManager, actor: Actor, input: NewTask) {
  const { product_slug, product_id, direction_slug, direction_id, app_slug, app_id, ...values } = input
  const { product_decision_id } = values
  const named = {
    product_slug,
    product_id,
    direction_slug,
    direction_id,
    app_slug,
    app_id,
    product_decision_id,
  }
  const { place, product_decision: decision, warnings } = await locate(em, named)
  const task = await create(em, actor, tasks, {
    ...values,
    ...(decision ? ofDecision(decision, place, named) : place),
    product_decision_id: product_decision_id ?? null,
    done_at: statusReachedAt(['done'], values.status, null),
  })
  return { task: await readTask(readInTransaction(em), { id: task.id }), warnings }
}

// A task of a decision gets the decision's product.
function ofDecision(decision: FoundRecord, place: Place, named: References): Place {
  if (place.product_id && place.product_id !== decision.product_id)
    throw contradiction(named, placedBy(named, 'product'), 'The decision is about another product')
  if (place.direction_id && place.direction_id !== decision.direction_id)
    throw contradiction(
      named,
      placedBy(named, 'direction'),
      'The product of the decision belongs to another direction',
    )
  return { ...place, product_id: decision.product_id, direction_id: null }
}

// A product or direction that the body does not name came from the app, so the app is the field to correct.
function placedBy(named: References, kind: 'product' | 'direction') {
  return (named[`${kind}_slug`] ?? named[`${kind}_id`]) == null ? 'app' : kind
}
