import { z } from 'zod'
import { enumOf } from '../../record/enumeration.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/reads.ts'
import { taskStatuses } from '../../record/shared-vocabulary.ts'
import { agentColumn, improvementColumn, serviceColumn } from '../embedded.ts'
import { resourceFilters, serviceResourceQuery } from '../resource-query.ts'
import { assistantTables } from '../tables.ts'
import { type ServiceTask, StoredServiceTask } from './task.ts'

/** Query of the task list. */
export const ServiceTaskQuery = z.object({ ...serviceResourceQuery, status: enumOf(taskStatuses).optional() })
export type ServiceTaskQuery = z.output<typeof ServiceTaskQuery>

const columns = qualifiedColumns(
  'record',
  StoredServiceTask.omit({ service_id: true, improvement_id: true, agent_id: true }),
)

const reads = recordReads<ServiceTask, ServiceTaskQuery>((query) =>
  assistantTables
    .selectFrom('service_tasks as record')
    .where(resourceFilters(query, 'title'))
    .select([...columns, serviceColumn, improvementColumn, agentColumn]),
)

/** Returns a page of tasks, newest first. */
export const listServiceTasks = reads.list

/** Returns one record by id; throws `not_found`. */
export const readServiceTask = reads.one
