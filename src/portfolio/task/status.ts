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

/** SQL condition on a row of `tasks`: the task is still to be done. */
export const isUnfinished = `"status" in (${unfinishedStatuses.map((status) => `'${status}'`).join(', ')})`

/** The order of tasks: unfinished ones first, by priority, then by the day they are due, then newest first. */
export const taskUrgency = [
  `(case when ${isUnfinished} then ${degreeOf(priorities, 'priority')} end) desc nulls last`,
  `(case when ${isUnfinished} then "due_at" end)`,
  '"id" desc',
]
