import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks, lockRecord, type Precondition } from '../../record/lock-record.ts'
import { pastDays, type Warning } from '../../record/warning.ts'
import { change, create, createAll } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { locate, resolve, splitPlace } from '../place/resolve.ts'
import { besideFact } from '../similar/fact.ts'
import { tasks } from '../task/task.ts'
import { checkBlocker, derivedFrom, taskWarnings } from '../task/waiting.ts'
import { finishedStatuses } from '../urgency.ts'
import { DecisionChange, decisions } from './decision.ts'
import { NewDecision } from './decision-with-tasks.ts'
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

const maxNamedTasks = 10

/** Changes a decision: its status, owner, review date, evidence or texts. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const { evidence = [] } = input
  await resolve(em, { evidence })
  await lockLinks(em, 'decision', input)
  const decision = await lockRecord(em, decisions, { id })
  await precondition()
  const own = evidence.findIndex((item) => item.type === 'decision' && item.id === id)
  if (own >= 0)
    throw invalid({
      [`evidence.${own}.id`]: `The selected evidence.${own}.id is invalid. A decision cannot rest on itself.`,
    })
  await change(em, actor, decision, input)
  await em.flush()
  const warnings = pastDays(input, ['review_at'], writingDay(actor))
  if (input.status === 'cancelled') warnings.push(...(await openTasks(em, id)))
  return { record: await readDecision(readInTransaction(em), id), warnings }
}

// Its tasks are not cancelled with a decision, so that none is lost unseen.
async function openTasks(em: EntityManager, product_decision_id: number): Promise<Warning[]> {
  const open = await em.find(
    tasks,
    { product_decision_id, status: { $nin: [...finishedStatuses] } },
    { fields: ['title'], orderBy: { id: 'asc' }, limit: maxNamedTasks },
  )
  if (open.length === 0) return []
  const titles = open.map(({ id, title }) => `${id} "${title}"`).join(', ')
  return [{ field: 'status', message: `Tasks of the cancelled decision are still open: ${titles}.` }]
}

/** The operations of the write API on decisions. */
export const decisionOperations = operationsOf('decision', {
  record_decision: {
    action: 'create',
    body: NewDecision,
    summary: 'Record a decision about a product, an app or a direction, with its tasks',
    description:
      'The decision and its tasks are stored in one transaction. The tasks belong to the same product, app or direction.',
    run: createDecision,
  },
  change_decision: {
    action: 'change',
    body: DecisionChange,
    summary: 'Update a decision',
    run: changeDecision,
  },
})
