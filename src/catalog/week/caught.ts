import { sql } from 'kysely'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import type { FaultCode } from '../../record/fault.ts'
import { isInPeriod, maxRows } from './records.ts'

/**
 * What canon rules caught in a period, as far as it is stored: the proposals that each held or warned about, and the requests
 * that were refused. A warning about a write that was stored, and a refusal in the web interface, leave no record.
 */
export type Caught = { rules: { id: number; title: string; proposals: number }[]; refused: number }

const refusal: FaultCode = 'canon_guard'

const selectCaught = statement(
  'week.caught',
  { start: '2026-11-22T23:00:00.000Z', end: '2026-11-29T23:00:00.000Z' },
  () => sql<Caught>`select (
      select coalesce(json_agg(caught), '[]') from (
        select rule.id, coalesce(max(canon_rules.title), max(rule.title)) as title, count(*) as proposals
        from proposals cross join jsonb_to_recordset(proposals.rules) as rule (id bigint, title text)
          left join canon_rules on canon_rules.id = rule.id
        where ${isInPeriod('proposals.created_at')} and proposals.rules <> '[]'
        group by rule.id order by proposals desc, rule.id limit ${sql.lit(maxRows)}
      ) as caught
    ) as rules, (
      select count(*) from request_logs where code = ${sql.lit(refusal)} and ${isInPeriod('created_at')}
    ) as refused`,
)

/** Returns what canon rules caught in a period. */
export function readCaught(read: Read, period: { start: string; end: string }): Promise<Caught> {
  return readRow(read, selectCaught(period))
}
