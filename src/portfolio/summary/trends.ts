import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { type SummaryQuery, scopeOf } from './scope.ts'

const days = 30

/** A count of the last 30 days, compared with the 30 days before. */
export const Trend = z
  .object({
    metric: z.enum(['signals_opened', 'signals_resolved', 'insights', 'decisions', 'tasks_done']),
    current: z.int(),
    previous: z.int(),
    delta: z.int(),
    direction: z.enum(['up', 'down', 'flat']),
    days: z.literal(days).describe('The length of each of the two periods'),
  })
  .meta({
    examples: [{ metric: 'signals_opened', current: 14, previous: 11, delta: 3, direction: 'up', days }],
  })
export type Trend = z.output<typeof Trend>
type Halves = { current: number; previous: number }

/** Reads the trends of the portfolio or of one direction, by one statement. */
export async function readTrends(read: Read, query: SummaryQuery): Promise<Trend[]> {
  const counts = await readRow(read, selectCounts(query))
  return Trend.shape.metric.options.map((metric) => {
    const { current, previous } = counts[metric]
    const delta = current - previous
    const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat'
    return { metric, current, previous, delta, direction, days }
  })
}

const selectCounts = statement('summary.trends', { direction_slug: 'utilities' }, (query: SummaryQuery) => {
  const { db, placed } = scopeOf(query)
  return db.selectNoFrom([
    halves('signals', 'created_at', placed).as('signals_opened'),
    halves('signals', 'resolved_at', placed).as('signals_resolved'),
    halves('insights', 'created_at', sql`${placed} and retracted_at is null`).as('insights'),
    halves('decisions', 'created_at', placed).as('decisions'),
    halves('tasks', 'done_at', placed).as('tasks_done'),
  ])
})

// A count of each half is faster than one scan of both with two conditions on each row.
function halves(table: string, at: string, where: RawBuilder<unknown>) {
  const ago = (number: number) => sql`now() - interval ${sql.lit(`${number} days`)}`
  const count = (period: RawBuilder<unknown>) =>
    sql`(select count(*) from ${sql.table(table)} where ${period} and ${where})`
  const moment = sql.ref(at)
  return sql<Halves>`json_build_object('current', ${count(sql`${moment} >= ${ago(days)}`)},
    'previous', ${count(sql`${moment} >= ${ago(2 * days)} and ${moment} < ${ago(days)}`)})`
}
