import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { values } from '../../record/rules/enumeration.ts'
import { isUnresolved } from '../urgency.ts'
import { severities } from '../vocabulary.ts'

/** The number of unresolved signals of one severity, in total and of each type. */
export type OpenSignals = {
  severity: keyof typeof severities
  total: number
  problems: number
  risks: number
  growth_points: number
}

/** Returns the number of unresolved signals of each severity, the highest severity first. */
export function countOpenSignals(read: Read): Promise<OpenSignals[]> {
  return read(selectCounts({}))
}

const highestFirst = sql.join(values(severities).toReversed().map(sql.lit))

const selectCounts = statement(
  'summary.open_signals',
  {},
  () => sql<OpenSignals>`
      select severity.value as severity, count(signals.id) as total,
        count(*) filter (where signal_type = 'problem') as problems,
        count(*) filter (where signal_type = 'risk') as risks,
        count(*) filter (where signal_type = 'growth-point') as growth_points
      from unnest(array[${highestFirst}]) with ordinality as severity (value, rank)
        left join signals on signals.severity = severity.value and ${isUnresolved}
      group by severity.value, severity.rank order by severity.rank`,
)
