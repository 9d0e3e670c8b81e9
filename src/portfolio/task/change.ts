import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { resolve } from '../place/resolve.ts'
import { readTask } from './read.ts'
import { type TaskChange, tasks } from './task.ts'

/** Changes a task: its status, owner, priority, due date, blocker, evidence or texts. */
export async function changeTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: TaskChange,
  precondition: Precondition,
) {
  const { evidence, blocked_by } = input
  await resolve(em, { evidence, blocked_by })
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  if (blocked_by === id)
    throw invalid({ blocked_by: 'The selected blocked by is invalid. A task cannot block itself.' })
  change(em, actor, task, { ...input, done_at: statusReachedAt(['done'], input.status, task.done_at) })
  await em.flush()
  return { task: await readTask(readInTransaction(em), { id }) }
}
