import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create, createAll } from '../../journal/save.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { tasks } from '../task/task.ts'
import { decisions } from './decision.ts'
import type { NewDecision } from './new-decision.ts'
import { readDecision } from './read.ts'

/** Creates a decision about a product with its tasks. A task without an owner gets the owner of the decision. */
export async function createDecision(em: EntityManager, actor: Actor, input: NewDecision) {
  const { product_slug, product_id, tasks: nested = [], ...values } = input
  const { product, warnings } = await resolve(em, { product_slug, product_id })
  const decision = await create(em, actor, decisions, {
    ...values,
    product_id: requireReference(product, 'product_slug').id,
  })
  const drafts = nested.map((task) => ({
    ...task,
    owner: task.owner ?? decision.owner,
    done_at: statusReachedAt(['done'], task.status, null),
    product_decision_id: decision.id,
    product_id: decision.product_id,
    direction_id: null,
    app_id: null,
  }))
  await createAll(em, actor, tasks, drafts)
  return { decision: await readDecision(readInTransaction(em), decision.id), warnings }
}
