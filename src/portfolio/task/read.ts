import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { enumOf } from '../../record/enumeration.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { placedQuery, recordFilters } from '../list/filter.ts'
import { portfolioReads } from '../list/reads.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'
import { StoredTask, Task } from './task.ts'

/** Query of the task list. */
export const TaskQuery = z.object({
  product_decision_id: Reference.optional().describe('Only tasks of this decision'),
  ...placedQuery,
  status: enumOf(taskStatuses).optional(),
  priority: enumOf(priorities, priorityAliases).optional(),
})
export type TaskQuery = z.output<typeof TaskQuery>

/** The columns of a task in an answer. */
export const taskColumns = [...qualifiedColumns('record', StoredTask), ...placeSlugColumns] as const

const reads = portfolioReads<Task, TaskQuery>(Task, (query) =>
  portfolioTables
    .selectFrom('tasks as record')
    .where(
      all([
        recordFilters(query),
        query.product_decision_id !== undefined &&
          sql`record.product_decision_id = ${param('product_decision_id')}`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.priority !== undefined && sql`record.priority = ${param('priority')}`,
      ]),
    )
    .select([...taskColumns]),
)

/** Returns a page of tasks, newest first. */
export async function listTasks(read: Read, query: TaskQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { tasks: rows, ...rest }
}

/** Returns one record by id; throws `not_found`. */
export const readTask = reads.one

/** Returns the newest records that match. */
export const latestTasks = reads.latest
