import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create, createAll } from '../../journal/save.ts'
import { reachedAt } from '../../record/reached-at.ts'
import { required, resolve } from '../resolve.ts'
import { tasks } from '../task/task.ts'
import { decisions } from './decision.ts'
import { readDecision } from './read.ts'
import type { NewDecision } from './with-tasks.ts'

/** Records a decision about a product, with its tasks; a task without an owner is the decision owner's. */
export async function createDecision(em: EntityManager, actor: Actor, input: NewDecision) {
  const { product_slug, product_id, tasks: nested = [], ...values } = input
  const { product, warnings } = await resolve(em, { product_slug, product_id })
  const decision = await create(em, actor, decisions, {
    ...values,
    product_id: required(product, 'product_slug').id,
  })
  const drafts = nested.map((task) => ({
    ...task,
    owner: task.owner ?? decision.owner,
    done_at: reachedAt(['done'], task.status, null),
    product_decision_id: decision.id,
    product_id: decision.product_id,
    direction_id: null,
    app_id: null,
  }))
  await createAll(em, actor, tasks, drafts)
  return { decision: await readDecision(within(em), decision.id), warnings }
}
