import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { pastDays } from '../../record/warning.ts'
import { create, createAll } from '../gate/save.ts'
import { locate, splitPlace } from '../place/locate.ts'
import { besideFact } from '../similar/fact.ts'
import { checkBlocker } from '../task/blocker.ts'
import { tasks } from '../task/task.ts'
import { derivedFrom, taskWarnings } from '../task/waiting.ts'
import { decisions } from './decision.ts'
import type { NewDecision } from './decision-with-tasks.ts'
import { readDecision } from './read.ts'

/**
 * Creates a decision about a product, an app or a direction, with its tasks. A task belongs to the same place, and
 * without an owner gets the owner of the decision.
 */
export async function createDecision(em: EntityManager, actor: Actor, input: NewDecision) {
  const { tasks: nested = [], ...body } = input
  const { place: named, values } = splitPlace(body)
  const { place, warnings } = await locate(em, { ...named, evidence: values.evidence, tasks: nested })
  const beside = await besideFact(readAside(em), 'decision', values, place)
  const decision = await create(em, actor, decisions, { ...values, ...place })
  const drafts = nested.map((task) => ({
    ...task,
    owner: task.owner ?? decision.owner,
    ...derivedFrom(task),
    product_decision_id: decision.id,
    ...place,
  }))
  const created = await createAll(em, actor, tasks, drafts, 'decision')
  for (const [index, task] of created.entries()) await checkBlocker(em, task, `tasks.${index}.blocked_by`)
  return {
    record: await readDecision(readInTransaction(em), decision.id),
    ...beside,
    warnings: [
      ...warnings,
      ...pastDays(values, ['review_at'], writingDay(actor)),
      ...nested.flatMap((task, index) => taskWarnings(task, writingDay(actor), `tasks.${index}.`)),
    ],
  }
}
