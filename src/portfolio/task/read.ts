import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { term } from '../../record/term.ts'
import { placedQuery, recordFilters } from '../list/filter.ts'
import { recordReads } from '../list/reads.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'
import { StoredTask, type Task } from './task.ts'

/** What a list of tasks may be narrowed by. */
export const TaskQuery = z.object({
  ...placedQuery,
  status: term(taskStatuses).optional(),
  priority: term(priorities, priorityAliases).optional(),
})
export type TaskQuery = z.output<typeof TaskQuery>

/** The columns of a task as it is answered. */
export const taskColumns = [...selected('record', StoredTask), ...placeSlugColumns] as const

const reads = recordReads<Task, TaskQuery>((query) =>
  portfolioTables
    .selectFrom('tasks as record')
    .where(
      all([
        recordFilters(query),
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.priority !== undefined && sql`record.priority = ${param('priority')}`,
      ]),
    )
    .select([...taskColumns]),
)

/** Tasks, newest first. */
export async function listTasks(read: Read, query: TaskQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { tasks: rows, ...rest }
}

/** One of them by its number; throws where there is none. */
export const readTask = reads.one

/** The newest of them that match. */
export const latestTasks = reads.latest
