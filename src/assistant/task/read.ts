import { z } from 'zod'
import { selected } from '../../record/field.ts'
import { taskStatuses } from '../../record/shared-vocabulary.ts'
import { term } from '../../record/term.ts'
import { agentColumn, improvementColumn, serviceColumn } from '../named.ts'
import { aboutServiceQuery, resourceFilters, resourceReads } from '../resource-reads.ts'
import { assistantTables } from '../tables.ts'
import { type ServiceTask, StoredServiceTask } from './task.ts'

/** What a list of tasks may be narrowed by. */
export const ServiceTaskQuery = z.object({ ...aboutServiceQuery, status: term(taskStatuses).optional() })
export type ServiceTaskQuery = z.output<typeof ServiceTaskQuery>

const columns = selected(
  'record',
  StoredServiceTask.omit({ service_id: true, improvement_id: true, agent_id: true }),
)

const reads = resourceReads<ServiceTask, ServiceTaskQuery>((query) =>
  assistantTables
    .selectFrom('service_tasks as record')
    .where(resourceFilters(query, 'title'))
    .select([...columns, serviceColumn, improvementColumn, agentColumn]),
)

/** Tasks, newest first. */
export const listServiceTasks = reads.list

/** One of them by its number; throws where there is none. */
export const readServiceTask = reads.one
