import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import type { Provenance } from '../record/provenance.ts'
import { startOfDay, todayIn } from '../record/time-zone.ts'
import { actorKey, changesValue, entryTime } from './history.ts'

const days = 7
const maxAgents = 20

/** The number of changes that an agent made in the last seven days, in total and on each day of a time zone. */
export type AgentActivity = {
  actor: Provenance
  total: number
  days: { date: string; changes: number }[]
}

/**
 * Returns the changes of each agent in the last seven days, the most active agent first. An agent is a token, a key
 * or a bot, with the name that it had last.
 */
export function readAgentActivity(read: Read, zone: string): Promise<AgentActivity[]> {
  const dates = Array.from({ length: days }, (_, index) => todayIn(zone, index - days + 1))
  return read(selectAgents({ dates, starts: dates.map((date) => startOfDay(zone, date)) }))
}

const starts = sql`${param('starts')}::timestamp[]`

const selectAgents = statement(
  'activity.agents',
  { dates: ['2026-11-20', '2026-11-21'], starts: ['2026-11-20', '2026-11-21'] },
  () => sql<AgentActivity>`
      with daily as (
        select ${actorKey} as key, width_bucket(${entryTime}, ${starts}) as bucket, count(*) as changes,
          max(id) as latest
        from history
        where ${entryTime} >= (${starts})[1]
          and actor->>'type' in ('portfolio_token', 'llm_key', 'env_token', 'bot') and ${changesValue}
        group by 1, 2
      ), agents as (
        select key, sum(changes) as total, max(latest) as latest from daily
        group by 1 order by total desc, key limit ${sql.lit(maxAgents)}
      )
      select history.actor, agents.total, (
        select json_agg(json_build_object('date', (${param('dates')}::date[])[day], 'changes', coalesce(changes, 0)) order by day)
        from generate_series(1, ${sql.lit(days)}) as day
          left join daily on daily.key = agents.key and daily.bucket = day
      ) as days
      from agents join history on history.id = agents.latest
      order by agents.total desc, agents.key`,
)
