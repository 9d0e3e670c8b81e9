import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { authorTokenId, requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { addHistory } from '../../journal/save.ts'
import { dayPhrase, phrase } from '../../language/phrase.ts'
import { timestampText } from '../../record/column.ts'
import { Fault } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { today } from '../../record/rules/day.ts'
import type { Warning } from '../../record/warning.ts'
import { decisions } from '../decision/decision.ts'
import { NoBody } from '../retraction/retraction.ts'
import { isFinished } from '../urgency.ts'
import { undecidedStatuses } from '../vocabulary.ts'
import { isLive } from './claim.ts'
import { readTask } from './read.ts'
import { type StoredTask, type Task, tasks } from './task.ts'

// Only agents claim tasks, so why a claim is refused is said in English.
const leaseMinutes = 30

// A lease begins again with each write of its holder, and after the last proposal of the holder about the task: until
// then the holder waits for a person.
const leaseEnd = (task_id: ReturnType<typeof sql>, credential: ReturnType<typeof sql>) => sql`(
  greatest(now(), (
    select max(proposal.expires_at) from proposals as proposal
    where proposal.credential = ${credential}
      and proposal.status in (${sql.join(undecidedStatuses.map((status) => sql.lit(status)))})
      and proposal.targets @> jsonb_build_array(jsonb_build_object('kind', 'task', 'id', ${task_id}))
  )) + ${sql.lit(leaseMinutes)} * interval '1 minute')`

/**
 * Claims a task for the agent that acts, or begins its lease again.
 *
 * @throws Fault `claimed` if another agent works on it; `delegated` if it is delegated to another; `conflict` if it is
 * finished, cancelled or blocked
 */
async function claimTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  _: NoBody,
  precondition: Precondition,
): Promise<ClaimResult> {
  requireWriter(actor)
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  const read = readInTransaction(em)
  const { credential, by } = actor
  const token_id = authorTokenId(by)
  const { delegate } = await readTask(read, id)
  if (hasEnded(task)) throw new Fault('conflict', `A task with the status ${task.status} cannot be claimed.`)
  if (delegate && delegate.id !== token_id)
    throw new Fault('delegated', `The task is delegated to "${delegate.name}".`, undefined, {
      delegate,
      next: takeAnother,
    })
  const [taken] = await read(takeClaim({ id, credential, token_id, by: JSON.stringify(by) }))
  if (!taken) throw claimedBy((await readTask(read, id)).claim, takeAnother)
  if (taken.is_new) addHistory(em, actor, task, 'claimed', {})
  await em.flush()
  const record = await readTask(read, id)
  return { record, claim: record.claim, warnings: await cancelledDecision(em, task) }
}

type ClaimResult = { record: Task; claim: Task['claim']; warnings?: Warning[] }

// The tasks of a cancelled decision stay open, so an agent may take one that is no longer wanted.
async function cancelledDecision(
  em: EntityManager,
  { product_decision_id: id }: Pick<StoredTask, 'product_decision_id'>,
): Promise<Warning[]> {
  const cancelled = id === null ? null : await em.findOne(decisions, { id, status: 'cancelled' })
  if (!cancelled) return []
  const message = `Decision ${id} "${cancelled.title}" is cancelled. Ask whether the task is still wanted.`
  return [{ field: 'product_decision_id', message }]
}

const takeAnother = 'Take another task: GET /api/portfolio/tasks?claimable=1 lists those that you can claim.'

const nothingToEnd =
  'You have no claim of this task. Its holder ends the claim, or a person takes it back on the page of the task.'

function claimedBy(claim: Task['claim'], next: string): Fault {
  const message = claim ? `"${claim.by.name}" works on the task.` : 'Another agent works on the task.'
  return new Fault('claimed', message, undefined, { claim, next })
}

/**
 * Ends the claim of the agent that acts. `message` says so if it has none. Throws `claimed` if another agent works on the
 * task.
 */
async function releaseTask(
  em: EntityManager,
  actor: Actor,
  id: number,
  _: NoBody,
  precondition: Precondition,
): Promise<ClaimResult & { message?: string }> {
  requireWriter(actor)
  const task = await lockRecord(em, tasks, { id })
  await precondition()
  const read = readInTransaction(em)
  const { claim } = await readTask(read, id)
  const [ended] = await read(releaseClaim({ id, credential: actor.credential }))
  if (claim && !ended) throw claimedBy(claim, nothingToEnd)
  if (claim) addHistory(em, actor, task, 'released', {})
  await em.flush()
  return {
    record: await readTask(read, id),
    claim: null,
    ...(!claim && { message: 'There was no claim to end.' }),
  }
}

/** Ends the claim of any agent on a task. For people who may change the task. */
export async function takeBack(em: EntityManager, actor: Actor, id: number): Promise<void> {
  requireWriter(actor)
  const task = await lockRecord(em, tasks, { id })
  await end(em, actor, task, { ends: true, delegate: null })
}

/**
 * Ends the claim of a task that was changed, if the task is finished, cancelled or blocked, or delegated to another agent.
 * Otherwise begins the lease of the actor again. Returns a warning if the claim is that of another agent.
 */
export async function settleClaim(em: EntityManager, actor: Actor, task: StoredTask): Promise<Warning[]> {
  const { id, delegate_token_id: delegate } = task
  const ends = hasEnded(task)
  const [other] = await readInTransaction(em)(selectOtherClaim({ id, credential: actor.credential }))
  const hasClaimEnded = (ends || delegate !== null) && (await end(em, actor, task, { ends, delegate }))
  if (!ends) await extendClaims(em, actor, [id])
  return other ? [workOfAnother(other, hasClaimEnded)] : []
}

function workOfAnother({ name, expires_at }: OtherClaim, hasEnded: boolean): Warning {
  const [day = '', time = ''] = expires_at.split('T')
  const until = `${time.slice(0, 5)} UTC`
  if (hasEnded) return { field: 'claim', message: phrase('warning.claimEnds', { name }) }
  const message =
    day === today()
      ? phrase('warning.claimedUntil', { name, time: until })
      : phrase('warning.claimedUntilDay', { name, day: dayPhrase(day), time: until })
  return { field: 'claim', message }
}

/** Begins the leases of an agent on tasks again, those that it holds. */
export async function extendClaims(
  em: EntityManager,
  { credential }: Pick<Actor, 'credential'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await readInTransaction(em)(extendLeases({ credential, ids: [...ids] }))
}

function hasEnded({ status }: Pick<StoredTask, 'status'>): boolean {
  return isFinished(status) || status === 'blocked'
}

async function end(
  em: EntityManager,
  actor: Actor,
  task: StoredTask,
  values: { ends: boolean; delegate: number | null },
): Promise<boolean> {
  const ended = await readInTransaction(em)(endClaim({ id: task.id, ...values }))
  const wasLive = ended.some(({ was_live }) => was_live)
  if (wasLive) addHistory(em, actor, task, 'released', {})
  await em.flush()
  return wasLive
}

const id = sql`${param('id')}::bigint`
const credential = sql`${param('credential')}::text`

// Decides alone which of several agents gets the task. An agent that holds the claim keeps its beginning.
const takeClaim = statement(
  'task_claims.take',
  { id: 7, credential: 'portfolio_token:1', token_id: 1, by: '{}' },
  (_: { id: number; credential: string; token_id: number | null; by: string }) => sql<{ is_new: boolean }>`
    insert into task_claims as claim (task_id, credential, token_id, claimed_by, expires_at)
    values (${id}, ${credential}, ${param('token_id')}::bigint, ${param('by')}::jsonb, ${leaseEnd(id, credential)})
    on conflict (task_id) do update set
      credential = excluded.credential, token_id = excluded.token_id, claimed_by = excluded.claimed_by,
      claimed_at = case when ${isLive} then claim.claimed_at else excluded.claimed_at end,
      expires_at = excluded.expires_at
    where claim.credential = excluded.credential or not ${isLive}
    returning claimed_at = now()::timestamptz(3) as is_new`,
)

const releaseClaim = statement(
  'task_claims.release',
  { id: 7, credential: 'portfolio_token:1' },
  () => sql<{ task_id: number }>`
    delete from task_claims where task_id = ${id} and credential = ${credential} returning task_id`,
)

const endClaim = statement(
  'task_claims.end',
  { id: 7, ends: false, delegate: 2 },
  (_: { id: number; ends: boolean; delegate: number | null }) => sql<{ was_live: boolean }>`
    delete from task_claims as claim
    where task_id = ${id} and (${param('ends')}::boolean or token_id is distinct from ${param('delegate')}::bigint)
    returning ${isLive} as was_live`,
)

type OtherClaim = { name: string; expires_at: string }

const selectOtherClaim = statement(
  'task_claims.of_another',
  { id: 7, credential: 'portfolio_token:1' },
  () => sql<OtherClaim>`
    select claim.claimed_by->>'name' as name, ${timestampText('claim.expires_at')} as expires_at
    from task_claims as claim where task_id = ${id} and credential <> ${credential} and ${isLive}`,
)

const extendLeases = statement(
  'task_claims.extend',
  { credential: 'portfolio_token:1', ids: [7] },
  () => sql`
    update task_claims as claim set expires_at = ${leaseEnd(sql`claim.task_id`, sql`claim.credential`)}
    where task_id = any(${param('ids')}::bigint[]) and credential = ${credential} and ${isLive}`,
)

/** The writes of a claim, in the form of the operations. They change no value, so none of them is ever a proposal. */
export const claimWrites = {
  claim_task: {
    method: 'POST',
    path: '/tasks/{id}/claim',
    summary: 'Claim a task, so that no other agent takes it',
    description: `Before you work on a task. The claim lasts ${leaseMinutes} minutes; each write of yours to the task, and claiming it again, begins them again, and a proposal of yours about it keeps the claim until a person has decided. It ends when the task is done, cancelled, blocked or delegated to another. It changes no field of the task, and its etag stays. 409 claimed: another agent works on it. 409 delegated: it is meant for another agent.`,
    body: NoBody,
    run: claimTask,
  },
  release_task: {
    method: 'DELETE',
    path: '/tasks/{id}/claim',
    summary: 'End your claim of a task',
    description: 'When you stop before the task is done. Without a claim nothing changes.',
    body: NoBody,
    run: releaseTask,
  },
} as const
