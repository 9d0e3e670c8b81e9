import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { statement, tables } from '../database/statement.ts'
import type { Provenance } from '../record/provenance.ts'
import { actorKey, entryTime } from './history.ts'

const days = 7
const maxAgents = 20

/** The number of changes that an agent made in the last seven days, in total and on each day in UTC. */
export type AgentActivity = {
  actor: Provenance
  total: number
  days: { date: string; changes: number }[]
}

/**
 * Returns the changes of each agent in the last seven days, the most active agent first. An agent is a token, a key
 * or a bot, with the name that it had last.
 */
export function readAgentActivity(read: Read): Promise<AgentActivity[]> {
  return read(selectAgents({}))
}

const today = sql`(now() at time zone 'utc')::date`
const first = sql`(${today} - ${sql.lit(days - 1)})`

const selectAgents = statement((_: Record<string, never>) => ({
  compile: () =>
    sql<AgentActivity>`
      with daily as (
        select ${sql.raw(actorKey)} as key, ${sql.raw(entryTime)}::date as date, count(*) as changes,
          max(id) as latest
        from history
        where ${sql.raw(entryTime)} >= ${first}
          and actor->>'type' in ('portfolio_token', 'llm_key', 'env_token', 'bot')
        group by 1, 2
      ), agents as (
        select key, sum(changes) as total, max(latest) as latest from daily
        group by 1 order by total desc, key limit ${sql.lit(maxAgents)}
      )
      select history.actor, agents.total, (
        select json_agg(json_build_object('date', ${first} + day, 'changes', coalesce(changes, 0)) order by day)
        from generate_series(0, ${sql.lit(days - 1)}) as day
          left join daily on daily.key = agents.key and daily.date = ${first} + day
      ) as days
      from agents join history on history.id = agents.latest
      order by agents.total desc, agents.key`.compile(tables()),
}))
