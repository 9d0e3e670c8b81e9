import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
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
  })
  .meta({
    examples: [{ metric: 'signals_opened', current: 14, previous: 11, delta: 3, direction: 'up' }],
  })
export type Trend = z.output<typeof Trend>
type Counts = Record<Trend['metric'], number>

/** Reads the trends of the portfolio or of one direction, by two statements that run at the same time. */
export async function readTrends(read: Read, query: SummaryQuery): Promise<Trend[]> {
  const [current, previous] = await Promise.all([
    readCounts(read, { ...query, isCurrent: true }),
    readCounts(read, { ...query, isCurrent: false }),
  ])
  return Trend.shape.metric.options.map((metric) => {
    const delta = current[metric] - previous[metric]
    const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat'
    return { metric, current: current[metric], previous: previous[metric], delta, direction }
  })
}

async function readCounts(read: Read, query: CountQuery): Promise<Counts> {
  const [counts] = await read(selectCounts(query))
  if (!counts) throw new Error('a SELECT without FROM returned no row')
  return counts
}

/** Whether the last 30 days are counted, or the 30 days before. */
type CountQuery = SummaryQuery & { isCurrent: boolean }

const selectCounts = statement(
  (query: CountQuery) => {
    const { tables, placed } = scopeOf(query)
    const count = (table: string, at: string) =>
      sql<number>`(select count(*) from ${sql.table(table)} where ${isIn(query, sql.ref(at))} and ${placed})`
    return tables.selectNoFrom([
      count('signals', 'created_at').as('signals_opened'),
      count('signals', 'resolved_at').as('signals_resolved'),
      count('insights', 'created_at').as('insights'),
      count('decisions', 'created_at').as('decisions'),
      count('tasks', 'done_at').as('tasks_done'),
    ])
  },
  ['isCurrent'],
)

function isIn({ isCurrent }: CountQuery, moment: RawBuilder<unknown>): RawBuilder<boolean> {
  const ago = (number: number) => sql`now() - interval '${sql.raw(String(number))} days'`
  if (isCurrent) return sql`${moment} >= ${ago(days)}`
  return sql`${moment} >= ${ago(2 * days)} and ${moment} < ${ago(days)}`
}
