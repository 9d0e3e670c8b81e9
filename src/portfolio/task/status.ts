import { type Expression, type RawBuilder, sql } from 'kysely'
import { degreeOf } from '../../record/list/sort.ts'
import { priorities } from '../vocabulary.ts'

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

/** The order of tasks: unfinished ones first, by priority, then by the day they are due, then newest first. */
export const taskUrgency = [
  sql`(case when ${isUnfinished()} then ${degreeOf(priorities, 'priority')} end) desc nulls last`,
  sql`(case when ${isUnfinished()} then "due_at" end)`,
  sql`"id" desc`,
]
