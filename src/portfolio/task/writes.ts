import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks, lockRecord, type Precondition } from '../../record/lock-record.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import { change, create } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import {
  contradiction,
  locate,
  type Place,
  type References,
  type Resolved,
  resolve,
  splitPlace,
} from '../place/resolve.ts'
import { besideFact } from '../similar/fact.ts'
import { isFinished } from '../urgency.ts'
import { settleClaim } from './claim-writes.ts'
import { readTask } from './read.ts'
import { NewTask, TaskChange, tasks } from './task.ts'
import {
  checkBlocker,
  derivedFrom,
  keptBlocker,
  releaseWaiting,
  removedBlocker,
  taskWarnings,
} from './waiting.ts'

/** Creates a task of a decision, a product, an app or a direction. */
export async function createTask(em: EntityManager, actor: Actor, input: NewTask) {
  const { place: namedPlace, values } = splitPlace(input)
  const { product_decision_id, evidence, blocked_by, delegate_token_id } = values
  const named = { ...namedPlace, product_decision_id, evidence, blocked_by, delegate_token_id }
  const located = await locate(em, named)
  const place = placeOf(located, named)
  const beside = await besideFact(readAside(em), 'task', values, place)
  const stored = {
    ...values,
    ...place,
    product_decision_id: product_decision_id ?? null,
    ...derivedFrom(values),
  }
  const task = await create(em, actor, tasks, stored, Object.keys(input))
  await checkBlocker(em, task)
  const warnings = [...located.warnings, ...taskWarnings(values, writingDay(actor))]
  return {
    record: await readTask(readInTransaction(em), task.id),
    ...beside,
    warnings,
  }
}

// A task of a decision belongs to the place of the decision. It may name a product or an app within that place.
function placeOf(
  { place, product, direction, app, product_decision: decision }: Resolved & { place: Place },
  named: References,
): Place {
  if (!decision) return place
  if (place.product_id && decision.product_id && place.product_id !== decision.product_id)
    throw contradiction(named, sentKind(named, 'product'), phrase('reference.decisionOnOtherProduct'))
  const direction_id = (product ?? app ?? direction)?.direction_id
  if (direction_id && direction_id !== decision.direction_id)
    throw contradiction(
      named,
      sentKind(named, 'direction', 'product'),
      phrase(
        decision.product_id
          ? 'reference.productOfDecisionInOtherDirection'
          : 'reference.decisionOnOtherDirection',
      ),
    )
  if (place.app_id && decision.app_id && place.app_id !== decision.app_id)
    throw contradiction(named, 'app', phrase('reference.decisionOnOtherApp'))
  const product_id = decision.product_id ?? place.product_id
  return {
    product_id,
    direction_id: product_id ? null : decision.direction_id,
    app_id: place.app_id ?? decision.app_id,
  }
}

// A product or direction that the body does not name came from the app, so the app is the field to correct.
function sentKind(named: References, ...kinds: ('product' | 'direction')[]) {
  return kinds.find((kind) => (named[`${kind}_slug`] ?? named[`${kind}_id`]) != null) ?? 'app'
}

/**
 * Changes a task: its status, owner, priority, due date, blocker, evidence or texts. A task that is set to in-progress,
 * done or cancelled has no blocker any more, and a finished or cancelled one no longer blocks others.
 */
export async function changeTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: TaskChange,
  precondition: Precondition,
) {
  const { evidence, blocked_by, delegate_token_id } = input
  const resolved = await resolve(em, { evidence, blocked_by, delegate_token_id })
  await lockLinks(em, 'task', input)
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  if (blocked_by === id)
    throw invalid({ blocked_by: invalidBecause('blocked_by', phrase('reference.taskBlocksItself')) })
  const waitsForAnother = blocked_by !== undefined && blocked_by !== task.blocked_by
  const removed = removedBlocker(input, task)
  const changed = { ...input, ...derivedFrom(input, task), ...(removed && { blocked_by: null }) }
  await change(em, actor, task, changed, Object.keys(input))
  await em.flush()
  if (waitsForAnother) await checkBlocker(em, task)
  const claimWarnings = await settleClaim(em, actor, task)
  const unblocked = isFinished(input.status) ? await releaseWaiting(em, actor, task) : []
  await em.flush()
  return {
    record: await readTask(readInTransaction(em), id),
    ...(unblocked.length > 0 && { unblocked }),
    warnings: [
      ...resolved.warnings,
      ...taskWarnings({ ...task, due_at: input.due_at }, writingDay(actor)),
      ...(removed ? [removed] : []),
      ...keptBlocker(input, task),
      ...claimWarnings,
    ],
  }
}

/** The operations of the write API on tasks. */
export const taskOperations = operationsOf('task', {
  create_task: {
    action: 'create',
    body: NewTask,
    summary: 'Create a task',
    run: createTask,
  },
  change_task: {
    action: 'change',
    body: TaskChange,
    summary: 'Update a task, for example complete it',
    description:
      'To unblock a task, send blocked_by: null, which opens it. A change to in-progress, done or cancelled removes it too; a finished task opens those that wait for it.',
    run: changeTask,
  },
})
