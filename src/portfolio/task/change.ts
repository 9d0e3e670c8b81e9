import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { doneAt } from './done-at.ts'
import { readTask } from './read.ts'
import { type TaskChange, tasks } from './task.ts'

/** Changes a task: its status, owner, priority, date or title. */
export async function changeTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: TaskChange,
  precondition: Precondition,
) {
  const task = await em.findOne(tasks, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!task) throw notFound()
  await precondition()
  change(em, actor, task, { ...input, done_at: doneAt(input.status, task.done_at) })
  await em.flush()
  return { task: await readTask(within(em), { id }) }
}
