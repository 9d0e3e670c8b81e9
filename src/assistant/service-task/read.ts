import { sql } from 'kysely'
import { z } from 'zod'
import { namedUser } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../../record/due-date.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { taskStatuses } from '../../record/rules/shared-vocabulary.ts'
import {
  agentColumn,
  improvementColumn,
  resourceFilters,
  resourceReads,
  serviceColumn,
  serviceResourceQuery,
} from '../resource-query.ts'
import { ServiceTask, StoredServiceTask } from './service-task.ts'

/** Query of the task list. */
export const ServiceTaskQuery = z.object({
  ...serviceResourceQuery,
  improvement_id: Reference.optional()
    .describe('Only tasks of this improvement')
    .register(translations, { ru: 'Только задачи этого улучшения' }),
  agent_id: Reference.optional()
    .describe('Only tasks for this agent')
    .register(translations, { ru: 'Только задачи этого агента' }),
  status: enumOf(taskStatuses).optional(),
})
export type ServiceTaskQuery = z.output<typeof ServiceTaskQuery>

const columns = qualifiedColumns(
  'record',
  StoredServiceTask.omit({ service_id: true, improvement_id: true, agent_id: true }),
)

const reads = resourceReads<ServiceTask, ServiceTaskQuery>(
  'service_tasks',
  { service_id: 1, improvement_id: 2, status: 'open' },
  ServiceTask,
  (query) =>
    db
      .selectFrom('service_tasks as record')
      .where(
        all([
          resourceFilters(query, 'title'),
          query.improvement_id !== undefined && sql`record.improvement_id = ${param('improvement_id')}`,
          query.agent_id !== undefined && sql`record.agent_id = ${param('agent_id')}`,
        ]),
      )
      .select([
        ...columns,
        serviceColumn,
        improvementColumn,
        agentColumn,
        namedUser('assignee').as('assignee_user'),
      ]),
)

/** Returns a page of tasks, newest first. */
export const listServiceTasks = reads.list

/** Returns one record by id; throws `not_found`. */
export const readServiceTask = reads.one

/** Returns the unfinished service tasks that are due in the period: at most 500. */
export function listAssistantDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_assistant',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      select 'service_task' as record_type, id, title, due_at as date from service_tasks
      where status in ('open', 'in-progress', 'blocked')
        and due_at between ${param('from')}::date and ${param('to')}::date
      order by due_at, id limit ${sql.lit(maxDueDates)}`,
)
