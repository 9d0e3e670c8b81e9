import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { authorTokenId } from '../../access/policy.ts'
import { namedUser } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { invalid } from '../../record/fault.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { rule } from '../../record/rules/rule.ts'
import { storableString, trim } from '../../record/rules/text.ts'
import { delegateColumn, unknownAgent } from '../delegation/delegate.ts'
import { evidenceColumn } from '../evidence/field.ts'
import { linkedFields, withEvidence } from '../evidence/read.ts'
import { placedQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { mostUrgentFirst, portfolioOrder } from '../list/order.ts'
import { happenedIn, periodFilters, withOrderedPeriods } from '../list/period.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { isUnfinished, overdueTask, taskUrgency } from '../urgency.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'
import { claimedByToken, claimOfTask, isClaimable } from './claim.ts'
import { isPlanned, planFields } from './plan.ts'
import { StoredTask, Task } from './task.ts'

/** A task, with the titles of its evidence. */
export const TaskDetail = Task.extend({ evidence: linkedFields.evidence })

const agent = rule(
  (value) => (typeof value === 'number' ? String(value) : trim(value)),
  storableString(16).regex(/^(me|[1-9]\d*)$/),
)

/** Query of the task list. */
export const TaskQuery = orderedDates(
  withOrderedPeriods(
    z.object({
      product_decision_id: Reference.optional()
        .describe('Only tasks of this decision')
        .register(translations, { ru: 'Только задачи этого решения' }),
      ...placedQuery,
      ...planFields,
      overdue: boolean
        .optional()
        .describe('1: only tasks due before today that are not done or cancelled; 0: only the others')
        .register(translations, {
          ru: 'Да: только незавершённые задачи, срок которых прошёл; нет: только остальные',
        }),
      delegate: agent
        .optional()
        .describe('Only tasks delegated to this agent: me, or the id of its token')
        .register(translations, { ru: 'Только задачи, порученные этому агенту: me или ID его токена' }),
      claimable: boolean
        .optional()
        .describe(
          '1: only tasks that you can claim: open or in-progress, claimed by no agent, and delegated to you or not delegated; 0: only the others',
        )
        .register(translations, {
          ru: 'Да: только задачи, которые вы можете взять: открытые или в работе, не взятые агентом, порученные вам или никому; нет: только остальные',
        }),
      blocked: boolean
        .optional()
        .describe('1: only blocked tasks; 0: only the others')
        .register(translations, { ru: 'Да: только заблокированные задачи; нет: только остальные' }),
      status: enumOf(taskStatuses).optional(),
      priority: enumOf(priorities, priorityAliases).optional(),
      ...periodFilters('done'),
    }),
  ),
  'due_from',
  'due_to',
)
export type TaskQuery = z.output<typeof TaskQuery>

/** The columns of a task in an answer. */
export const taskColumns = [
  ...qualifiedColumns('record', StoredTask.omit({ evidence: true })),
  evidenceColumn,
  ...placeSlugColumns,
  namedUser('owner').as('owner_user'),
  delegateColumn,
  claimOfTask.as('claim'),
] as const

/** The filters that mean the caller. A caller without a stored portfolio token has no delegations. */
export const callerFilters: readonly (keyof TaskQuery)[] = ['delegate', 'claimable']

// `me` is the id of the caller's token, 0 if it has none.
const me = sql`${param('me')}::bigint`
type BoundQuery = TaskQuery & {
  me?: number
  /** Only tasks about no single app. */
  without_app?: true
  /** Only tasks that are still to be done. */
  unfinished?: true
  /** Only tasks that belong to none of these decisions. */
  outside_decisions?: number[]
  sort?: typeof mostUrgentFirst
}

/** Condition: the task belongs to none of the decisions with the ids `outside_decisions`. */
export const isOutsideDecisions = sql<boolean>`(product_decision_id is null
  or product_decision_id <> all(${param('outside_decisions')}::bigint[]))`

const reads = recordReads<Task, BoundQuery>(
  'tasks',
  { direction_slug: 'utilities', status: 'open', owner: 'Anna', overdue: true },
  (query) =>
    db
      .selectFrom('tasks as record')
      .where(
        all([
          recordFilters(query),
          happenedIn(query, 'done'),
          query.product_decision_id !== undefined &&
            sql`record.product_decision_id = ${param('product_decision_id')}`,
          isPlanned(query),
          query.overdue !== undefined &&
            (query.overdue ? overdueTask(query) : sql`${overdueTask(query)} is not true`),
          query.delegate !== undefined && sql`record.delegate_token_id = ${param('delegate')}::bigint`,
          query.claimable !== undefined &&
            (query.claimable ? isClaimable(me) : sql`${isClaimable(me)} is not true`),
          query.blocked !== undefined &&
            (query.blocked ? sql`record.status = 'blocked'` : sql`record.status <> 'blocked'`),
          query.without_app === true && sql`record.app_id is null`,
          query.unfinished === true && isUnfinished(sql.ref('record.status')),
          query.outside_decisions !== undefined && isOutsideDecisions,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.priority !== undefined && sql`record.priority = ${param('priority')}`,
        ]),
      )
      .select([...taskColumns]),
  portfolioOrder({ schema: Task, urgency: taskUrgency, literals: ['overdue', 'blocked', 'claimable'] }),
)

const list = withSlugWarnings(reads.list)

/**
 * Returns a page of tasks, newest first, as this caller sees it.
 *
 * @throws Fault `validation_failed` if there is no token with the id in `delegate`
 */
export async function listTasks(read: Read, query: TaskQuery, caller?: Pick<Caller, 'by'>) {
  const me = (caller && authorTokenId(caller.by)) ?? 0
  const { delegate } = query
  const bound = {
    ...query,
    ...(delegate === 'me' && { delegate: String(me) }),
    ...(query.claimable !== undefined && { me }),
  }
  const page = await list(read, bound)
  if (delegate === undefined || delegate === 'me' || page.rows.length > 0) return page
  const unknown = await unknownAgent(read, delegate)
  if (unknown) throw invalid({ delegate: unknown })
  return page
}

/** The most tasks of an agent that its page shows. */
export const maxAgentTasks = 50

/** An unfinished task that is delegated to an agent, or that it works on since `claimed_at`. */
export type AgentTask = Pick<StoredTask, 'id' | 'title' | 'status' | 'due_at'> & {
  is_delegated: boolean
  claimed_at: string | null
}

/** Returns the unfinished tasks of the agent with a token: those that it works on first, then the most urgent. */
export function listAgentTasks(read: Read, token_id: number): Promise<AgentTask[]> {
  return read(selectAgentTasks({ token_id }))
}

const ofToken = sql`${param('token_id')}::bigint`

const selectAgentTasks = statement(
  'tasks.of_agent',
  { token_id: 7 },
  () => sql<AgentTask>`
    select id, title, status, due_at, is_delegated, claimed_at from (
      select record.*, record.delegate_token_id is not distinct from ${ofToken} as is_delegated,
        ${claimedByToken} as claimed_at
      from tasks as record
      where ${isUnfinished(sql.ref('record.status'))} and record.id in (
        select id from tasks where delegate_token_id = ${ofToken}
        union select task_id from task_claims where token_id = ${ofToken}
      )
    ) as task
    where is_delegated or claimed_at is not null
    order by claimed_at is null, ${sql.join(taskUrgency)} limit ${sql.lit(maxAgentTasks)}`,
)

/** Returns one record by id; throws `not_found`. */
export const readTask = reads.one

/** Returns one record with its links to other records; throws `not_found`. */
export const showTask = withEvidence('task', reads.one)

/** Returns the newest records that match. */
export const latestTasks = reads.latest

/** Returns the unfinished tasks that match, the most urgent first. */
export function urgentTasks(read: Read, query: Partial<BoundQuery>, limit: number): Promise<Task[]> {
  return reads.latest(read, { ...query, unfinished: true, sort: mostUrgentFirst }, limit)
}
