import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { pastDays, type Warning } from '../../record/warning.ts'
import { change } from '../gate/save.ts'
import { type StoredTask, tasks } from './task.ts'

type Waiting = Pick<StoredTask, 'status' | 'blocked_by'>

// A task with a new blocker is blocked, and a blocked task without one is open.
function statusFromBlocker(
  { blocked_by }: Partial<Waiting>,
  current?: StoredTask['status'],
): StoredTask['status'] | undefined {
  if (blocked_by === undefined) return undefined
  if (blocked_by !== null) return 'blocked'
  return current === 'blocked' ? 'open' : undefined
}

/** Returns the fields of a task that follow from those that a body sets. `current` is the stored task, if any. */
export function derivedFrom(
  input: Partial<Waiting>,
  current?: Pick<StoredTask, 'status' | 'done_at'>,
): Partial<Pick<StoredTask, 'status' | 'done_at'>> {
  const status = input.status ?? statusFromBlocker(input, current?.status)
  return { ...(status && { status }), done_at: statusReachedAt(['done'], status, current?.done_at ?? null) }
}

/** Returns the warnings about a task as a body sets it: a day before `today`, and a block without a reason. */
export function taskWarnings(
  { due_at, status, blocked_by }: Partial<Pick<StoredTask, 'due_at' | 'status' | 'blocked_by'>>,
  today: string,
  path = '',
): Warning[] {
  const warnings = pastDays({ due_at }, ['due_at'], today, path)
  if (status !== 'blocked' || blocked_by != null) return warnings
  const message =
    'The task is blocked without a reason. Send in blocked_by the id of a task, or what it waits for.'
  return [...warnings, { field: `${path}blocked_by`, message }]
}

/**
 * Ends the wait of the tasks that a finished or cancelled task blocked: they have no blocker any more, and those with
 * the status `blocked` are open. Returns them, oldest first. Called while the links of tasks are locked.
 */
export async function releaseWaiting(
  em: EntityManager,
  actor: Actor,
  { id }: Pick<StoredTask, 'id'>,
): Promise<Pick<StoredTask, 'id' | 'title'>[]> {
  const waiting = await em.find(
    tasks,
    { blocked_by_id: id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  for (const task of waiting)
    await change(em, actor, task, {
      blocked_by: null,
      ...(task.status === 'blocked' && { status: 'open' as const }),
    })
  return waiting.map(({ id, title }) => ({ id, title }))
}
