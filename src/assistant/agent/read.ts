import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { flag } from '../../record/flag.ts'
import { resourceFilters, resourceQuery, resourceReads } from '../resource-reads.ts'
import { assistantTables } from '../tables.ts'
import { Agent } from './agent.ts'

/** What a list of agents may be narrowed by. */
export const AgentQuery = z.object({
  ...resourceQuery,
  is_active: flag.optional().describe('1: only those that are on; 0: only those that are off'),
})
export type AgentQuery = z.output<typeof AgentQuery>

const reads = resourceReads<Agent, AgentQuery>((query) =>
  assistantTables
    .selectFrom('agents as record')
    .where(
      all([
        sql`record.deleted_at is null`,
        resourceFilters(query, 'name'),
        query.is_active !== undefined && sql`record.is_active = ${param('is_active')}`,
      ]),
    )
    .select(selected('record', Agent)),
)

/** Agents, newest first. */
export const listAgents = reads.list

/** One of them by its number; throws where there is none. */
export const readAgent = reads.one
