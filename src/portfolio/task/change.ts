import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-links.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { resolve } from '../place/resolve.ts'
import { checkBlocker } from './blocker.ts'
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
  await lockLinks(em, 'task', input)
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  if (blocked_by === id)
    throw invalid({ blocked_by: 'The selected blocked by is invalid. A task cannot block itself.' })
  const waitsForAnother = blocked_by !== undefined && blocked_by !== task.blocked_by
  change(em, actor, task, { ...input, done_at: statusReachedAt(['done'], input.status, task.done_at) })
  await em.flush()
  if (waitsForAnother) await checkBlocker(em, task)
  return { record: await readTask(readInTransaction(em), id) }
}
