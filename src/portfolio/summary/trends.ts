import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from './scope.ts'

const days = 30

/** A count of the last 30 days, compared with the 30 days before. */
export const Trend = z
  .object({
    metric: z.enum(['signals_opened', 'signals_resolved', 'insights', 'decisions', 'tasks_done']),
    current: z.int(),
    previous: z.int(),
    delta: z.int(),
    direction: z.enum(['up', 'down', 'flat']),
  })
  .meta({
    examples: [{ metric: 'signals_opened', current: 14, previous: 11, delta: 3, direction: 'up' }],
  })
export type Trend = z.output<typeof Trend>
type Counts = Record<Trend['metric'], { current: number; previous: number }>

/** Returns the SQL that counts every trend. */
export function trendCounts(scope: Scope) {
  return sql<Counts>`json_build_object(
    'signals_opened', ${halves('signals', 'created_at', scope.placed)},
    'signals_resolved', ${halves('signals', 'resolved_at', scope.placed)},
    'insights', ${halves('insights', 'created_at', scope.placed)},
    'decisions', ${halves('decisions', 'created_at', scope.placed)},
    'tasks_done', ${halves('tasks', 'done_at', scope.placed)})`
}

/** Converts these counts to trends. */
export function trendsOf(counts: Counts): Trend[] {
  return Trend.shape.metric.options.map((metric) => {
    const { current, previous } = counts[metric]
    const delta = current - previous
    return { metric, current, previous, delta, direction: delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat' }
  })
}

// A count of each half is faster than one scan of both with two conditions on each row.
function halves(table: string, at: string, where: RawBuilder<unknown>) {
  const ago = (number: number) => sql`now() - interval '${sql.raw(String(number))} days'`
  const count = (period: RawBuilder<unknown>) =>
    sql`(select count(*) from ${sql.table(table)} where ${period} and ${where})`
  const moment = sql.ref(at)
  return sql`json_build_object('current', ${count(sql`${moment} >= ${ago(days)}`)},
    'previous', ${count(sql`${moment} >= ${ago(2 * days)} and ${moment} < ${ago(days)}`)})`
}
