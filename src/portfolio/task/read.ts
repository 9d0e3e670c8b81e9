import { sql } from 'kysely'
import { z } from 'zod'
import { namedUser } from '../../access/user.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { text } from '../../record/rules/text.ts'
import { evidenceColumn } from '../evidence/field.ts'
import { linkedFields, withEvidence } from '../evidence/read.ts'
import { hasOwner, placedQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { overdueTask, taskUrgency } from '../urgency.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'
import { StoredTask, Task } from './task.ts'

/** A task, with the titles of its evidence. */
export const TaskDetail = Task.extend({ evidence: linkedFields.evidence })

/** Query of the task list. */
export const TaskQuery = z.object({
  product_decision_id: Reference.optional().describe('Only tasks of this decision'),
  ...placedQuery,
  owner: text(255).optional().describe('Only tasks of this owner: the full name (case-insensitive)'),
  overdue: boolean
    .optional()
    .describe('1: only tasks due before today that are not done or cancelled; 0: only the others'),
  blocked: boolean.optional().describe('1: only blocked tasks; 0: only the others'),
  status: enumOf(taskStatuses).optional(),
  priority: enumOf(priorities, priorityAliases).optional(),
})
export type TaskQuery = z.output<typeof TaskQuery>

/** The columns of a task in an answer. */
export const taskColumns = [
  ...qualifiedColumns('record', StoredTask.omit({ evidence: true })),
  evidenceColumn,
  ...placeSlugColumns,
  namedUser('owner').as('owner_user'),
] as const

const reads = recordReads<Task, TaskQuery>(
  'tasks',
  { direction_slug: 'utilities', status: 'open', owner: 'Anna', overdue: true },
  (query) =>
    db
      .selectFrom('tasks as record')
      .where(
        all([
          recordFilters(query),
          query.product_decision_id !== undefined &&
            sql`record.product_decision_id = ${param('product_decision_id')}`,
          query.owner !== undefined && hasOwner,
          query.overdue !== undefined &&
            (query.overdue ? overdueTask(query) : sql`${overdueTask(query)} is not true`),
          query.blocked !== undefined &&
            (query.blocked ? sql`record.status = 'blocked'` : sql`record.status <> 'blocked'`),
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.priority !== undefined && sql`record.priority = ${param('priority')}`,
        ]),
      )
      .select([...taskColumns]),
  portfolioOrder({ schema: Task, urgency: taskUrgency, literals: ['overdue', 'blocked'] }),
)

/** Returns a page of tasks, newest first. */
export const listTasks = withSlugWarnings(reads.list)

/** Returns one record by id; throws `not_found`. */
export const readTask = reads.one

/** Returns one record with its links to other records; throws `not_found`. */
export const showTask = withEvidence('task', reads.one)

/** Returns the newest records that match. */
export const latestTasks = reads.latest
