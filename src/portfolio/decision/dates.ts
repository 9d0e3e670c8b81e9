import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'

const maxDates = 200

/** A day on which a decision was made or reviewed. */
export type DecisionDate = { date: string; event: 'created' | 'reviewed'; id: number; title: string }

/**
 * Returns the days from `from` on, in UTC, on which decisions were made or got the status `reviewed`: the newest 200,
 * oldest first.
 */
export async function listDecisionDates(read: Read, query: { from: string }): Promise<DecisionDate[]> {
  return (await read(selectDates(query))).toReversed()
}

const start = sql`${param('from')}::date::timestamp at time zone 'utc'`

const selectDates = statement(
  'decisions.dates',
  { from: '2026-11-01' },
  () => sql<DecisionDate>`
      select (at at time zone 'utc')::date as date, event, id, title from (
        select decisions.created_at as at, 'created' as event, decisions.id, decisions.title
          from decisions where decisions.created_at >= ${start}
        union all
        select history.created_at, 'reviewed', decisions.id, decisions.title
          from decisions join history on history.record_type = 'decision' and history.record_id = decisions.id
          where history.event = 'status_changed' and history.changes->'status'->>'to' = 'reviewed'
            and history.created_at >= ${start}
      ) as event order by at desc, id desc limit ${sql.lit(maxDates)}`,
)
