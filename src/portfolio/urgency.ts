import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import { sqlText } from '../database/tables.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../record/due-date.ts'
import { degreeOf } from '../record/list/sort.ts'
import { priorities, severities } from './vocabulary.ts'

// Which signals, tasks, decisions and proposals are still open, overdue and urgent, as conditions on a row of their table.

/** The statuses of a signal about which nothing is left to do. */
const settledStatuses = ['resolved', 'dismissed']

/** Returns whether a signal of this status is settled. */
export function isSettled(status: unknown): boolean {
  return settledStatuses.some((settled) => settled === status)
}

/** The condition that a signal is neither resolved nor dismissed. Indexes have the same text. */
export const isUnresolved = sql<boolean>`"status" in ('open', 'acknowledged', 'in-progress')`

/** The condition that the proposal aliased `record` waits for a person. */
export const isPending = sql<boolean>`(record.status = 'pending' and record.expires_at > now())`

/** The statuses of a task that is still to be done. */
const unfinishedStatuses = ['open', 'in-progress', 'blocked'] as const

/** The statuses in which nothing waits for a task. */
export const finishedStatuses = ['done', 'cancelled'] as const

/** Returns whether nothing waits for a task of this status. */
export function isFinished(status: string | undefined): boolean {
  return finishedStatuses.some((finished) => finished === status)
}

/** Returns the condition that a task with this status is still to be done. An index has its text for `"status"`. */
export function isUnfinished(status: Expression<unknown> = sql.ref('status')): RawBuilder<boolean> {
  return sql`${status} in (${sql.join(unfinishedStatuses.map(sql.lit))})`
}

/** The order of signals, unresolved ones first, the most severe of them first, then newest first. */
export const signalUrgency = [
  sql`(case when ${isUnresolved} then ${degreeOf(severities, 'severity')} end) desc nulls last`,
  sql`"id" desc`,
]

/** The order of tasks: unfinished ones first, by priority, then by the day they are due, then newest first. */
export const taskUrgency = [
  sql`(case when ${isUnfinished()} then ${degreeOf(priorities, 'priority')} end) desc nulls last`,
  sql`(case when ${isUnfinished()} then "due_at" end)`,
  sql`"id" desc`,
]

/** The order of decisions: active ones first, by the day of their review, then newest first. */
export const decisionUrgency = [sql`(case when "status" = 'active' then "review_at" end)`, sql`"id" desc`]

/** Returns the index for the order of a list that begins with the most urgent records. */
export function urgencyIndex(table: string, order: readonly RawBuilder<unknown>[]) {
  const name = `${table}_urgency`
  return { name, expression: `create index "${name}" on "${table}" (${sqlText(sql.join(order))})` }
}

/** A query whose overdue records are those of `today`. Only the web interface sends a day; the APIs count in UTC. */
export type OverdueQuery = { today?: string | undefined }

// The current date in UTC, regardless of the time zone of the server.
const utcToday = sql`(now() at time zone 'UTC')::date`

/** Returns the condition that a decision is active and its review is overdue. */
export function overdueReview(query: object): RawBuilder<boolean> {
  return sql<boolean>`(status = 'active' and review_at < ${todayOf(query)})`
}

/** The first day by which a decision expects something, as text. Null if it expects nothing. Days have no later century. */
export const firstExpectedBy = sql`least(${sql.join(
  [0, 1, 2, 3, 4].map((index) => sql`"expected"->${sql.lit(index)}->>'by'`),
)})`

const isUnjudged = sql`"status" = 'active' and "outcome" is null and "expected" <> '[]'`

/**
 * Returns the condition that a decision is active and has no outcome, and the day of one of its expectations has passed.
 * `parameter` is that of the current date of the company.
 */
export function verdictDueOn(parameter: 'today' | 'company_day'): RawBuilder<boolean> {
  return sql<boolean>`(${isUnjudged} and ${firstExpectedBy} < ${param(parameter)}::text)`
}

/** The condition of `verdictDueOn` for the parameter `today`. */
export const verdictDue = verdictDueOn('today')

/**
 * Returns the condition that a decision expected something by a day that has passed, from the parameter `reached_from` to
 * `reached_to`. A bound that is not among `bounds` does not limit it.
 */
export function verdictReached(bounds: {
  reached_from?: unknown
  reached_to?: unknown
}): RawBuilder<boolean> {
  const by = sql`expectation->>'by'`
  return sql<boolean>`exists (select from jsonb_array_elements("expected") as expectation where ${all([
    sql`${by} < ${param('today')}::text`,
    bounds.reached_from !== undefined && sql`${by} >= ${param('reached_from')}::text`,
    bounds.reached_to !== undefined && sql`${by} <= ${param('reached_to')}::text`,
  ])})`
}

/** The index that finds the decisions for which `verdictDue` holds. */
export const verdictDueIndex = {
  name: 'decisions_verdict_due',
  expression: `create index "decisions_verdict_due" on "decisions" ((${sqlText(firstExpectedBy)})) where ${sqlText(isUnjudged)}`,
}

/** Returns the condition that a task is overdue and neither done nor cancelled. */
export function overdueTask(query: object): RawBuilder<boolean> {
  return sql<boolean>`(${isUnfinished()} and due_at < ${todayOf(query)})`
}

function todayOf({ today }: OverdueQuery) {
  return today === undefined ? utcToday : sql`${param('today')}::date`
}

/** Returns the reviews of active decisions and the unfinished tasks that are due in the period: at most 500 of each. */
export function listPortfolioDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_portfolio',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      (select 'decision' as record_type, id, title, review_at as date from decisions
        where status = 'active' and review_at between ${param('from')}::date and ${param('to')}::date
        order by review_at, id limit ${sql.lit(maxDueDates)})
      union all
      (select 'task', id, title, due_at from tasks
        where ${isUnfinished()} and due_at between ${param('from')}::date and ${param('to')}::date
        order by due_at, id limit ${sql.lit(maxDueDates)})`,
)
