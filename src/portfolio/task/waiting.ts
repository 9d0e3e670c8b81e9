import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { anyField, fieldPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import { pastDays, type Warning } from '../../record/warning.ts'
import { change } from '../gate/save.ts'
import { isFinished } from '../urgency.ts'
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

/**
 * Returns the warning that a change removes the blocker of its task, or undefined if it does not: a task that is in
 * progress or finished waits for nothing, unless the change itself sets a blocker.
 */
export function removedBlocker(
  { status, blocked_by: sent }: Partial<Waiting>,
  { blocked_by }: Waiting,
): Warning | undefined {
  if (status !== 'in-progress' && !isFinished(status)) return undefined
  if (status === undefined || sent !== undefined || blocked_by === null) return undefined
  const message = fieldPhrase('warning.blockerRemoved', { status, blocker: blockerPhrase(blocked_by) })
  return { field: 'blocked_by', message: message.about('blocked_by') }
}

/** Returns the warning that a change opens a task and leaves its blocker, which a task may have in any status. */
export function keptBlocker(
  { status, blocked_by: sent }: Partial<Waiting>,
  { blocked_by }: Waiting,
): Warning[] {
  if (status !== 'open' || sent !== undefined || blocked_by === null) return []
  const message = fieldPhrase('warning.blockerKept', { blocker: blockerPhrase(blocked_by) })
  return [{ field: 'blocked_by', message: message.about('blocked_by') }]
}

function blockerPhrase(blocked_by: number | string): Phrase {
  return typeof blocked_by === 'number'
    ? phrase('warning.blockerTask', { id: blocked_by })
    : phrase('warning.blockerText', { text: blocked_by })
}

/** Returns the warnings about a task as a body sets it: a day before `today`, and a block without a reason. */
export function taskWarnings(
  { due_at, status, blocked_by }: Partial<Pick<StoredTask, 'due_at' | 'status' | 'blocked_by'>>,
  today: string,
  path = '',
): Warning[] {
  const warnings = pastDays({ due_at }, ['due_at'], today, path)
  if (status !== 'blocked' || blocked_by != null) return warnings
  const message = phrase('warning.blockedWithoutReason', { field: anyField(['blocked_by']) })
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
  for (const task of waiting) {
    const opened = { blocked_by: null, ...(task.status === 'blocked' && { status: 'open' as const }) }
    await change(em, actor, task, opened, [])
  }
  return waiting.map(({ id, title }) => ({ id, title }))
}

/**
 * Throws if a stored task waits for a finished task, or for one that waits for it, directly or through others. Called
 * after the task is stored: from then on the blocker cannot change until the transaction ends.
 */
export async function checkBlocker(
  em: EntityManager,
  { id, blocked_by }: Pick<StoredTask, 'id' | 'blocked_by'>,
  field = 'blocked_by',
): Promise<void> {
  if (typeof blocked_by !== 'number') return
  const [blocker] = await readInTransaction(em)(selectBlocker({ id, blocked_by }))
  if (blocker?.waits_by)
    throw invalid({
      [field]: invalidBecause(field, phrase('reference.taskWaitsForThis', { id: blocker.waits_by })),
    })
  if (blocker && isFinished(blocker.status))
    throw invalid({
      [field]: invalidBecause(
        field,
        phrase('reference.taskIsFinished', { id: blocked_by, status: blocker.status }),
      ),
    })
}

type Blocker = {
  status: StoredTask['status']
  /** The task of the chain that names the task itself. */
  waits_by: number | null
}

// UNION drops a task that was found before, so the recursion ends even in a cycle that was stored earlier.
const selectBlocker = statement(
  'tasks.blocker',
  { id: 7, blocked_by: 8 },
  () => sql<Blocker>`
      with recursive chain (id, blocked_by_id) as (
        select id, blocked_by_id from tasks where id = ${param('blocked_by')}::bigint
        union
        select tasks.id, tasks.blocked_by_id from chain join tasks on tasks.id = chain.blocked_by_id
      )
      select status, (select chain.id from chain where chain.blocked_by_id = ${param('id')}::bigint) as waits_by
      from tasks where id = ${param('blocked_by')}::bigint`,
)
