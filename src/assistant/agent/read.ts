import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type HistoryQuery, listHistory } from '../../journal/record-history.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { resourceFilters, resourceQuery, resourceReads } from '../resource-query.ts'
import { Agent } from './agent.ts'

/** Query of the agent list. */
export const AgentQuery = z.object({
  ...resourceQuery,
  is_active: boolean
    .optional()
    .describe('1: only agents that are on; 0: only agents that are off')
    .register(translations, { ru: 'Да: только включённые агенты; нет: только выключенные' }),
})
export type AgentQuery = z.output<typeof AgentQuery>

const reads = resourceReads<Agent, AgentQuery>('agents', { search: '%support%' }, Agent, (query) =>
  db
    .selectFrom('agents as record')
    .where(
      all([
        sql`record.deleted_at is null`,
        resourceFilters(query, 'name'),
        query.is_active !== undefined && sql`record.is_active = ${param('is_active')}`,
      ]),
    )
    .select(qualifiedColumns('record', Agent)),
)

/** Returns a page of agents, newest first. */
export const listAgents = reads.list

/** Returns one record by id; throws `not_found`. */
export const readAgent = reads.one

/** Returns the history of an agent, newest first; throws `not_found`. */
export async function agentHistory(read: Read, id: number, query: HistoryQuery) {
  await readAgent(read, id)
  return listHistory(read, { record_type: 'agent', record_id: id }, query)
}
