import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { readTask } from './read.ts'
import { type TaskChange, tasks } from './task.ts'

/** Changes a task: its status, owner, priority, due date or title. */
export async function changeTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: TaskChange,
  precondition: Precondition,
) {
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  change(em, actor, task, { ...input, done_at: statusReachedAt(['done'], input.status, task.done_at) })
  await em.flush()
  return { task: await readTask(readInTransaction(em), { id }) }
}
