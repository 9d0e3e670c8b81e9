import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-links.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { change } from '../gate/save.ts'
import { resolve } from '../place/resolve.ts'
import { checkBlocker } from './blocker.ts'
import { readTask } from './read.ts'
import { isFinished } from './status.ts'
import { type TaskChange, tasks } from './task.ts'
import { derivedFrom, releaseWaiting, taskWarnings } from './waiting.ts'

/**
 * Changes a task: its status, owner, priority, due date, blocker, evidence or texts. A finished or cancelled task no
 * longer blocks others.
 */
export async function changeTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: TaskChange,
  precondition: Precondition,
) {
  const { evidence, blocked_by } = input
  await resolve(em, { evidence, blocked_by })
  await lockLinks(em, 'task', input)
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  if (blocked_by === id)
    throw invalid({ blocked_by: 'The selected blocked by is invalid. A task cannot block itself.' })
  const waitsForAnother = blocked_by !== undefined && blocked_by !== task.blocked_by
  await change(em, actor, task, { ...input, ...derivedFrom(input, task) })
  await em.flush()
  if (waitsForAnother) await checkBlocker(em, task)
  const unblocked = isFinished(input.status) ? await releaseWaiting(em, actor, task) : []
  await em.flush()
  return {
    record: await readTask(readInTransaction(em), id),
    ...(unblocked.length > 0 && { unblocked }),
    warnings: taskWarnings({ ...task, due_at: input.due_at }, writingDay(actor)),
  }
}
