import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { measureExpectations } from '../../portfolio/decision/measure.ts'
import type { MeasuredExpectation } from '../../portfolio/decision/measurement.ts'
import { untouchedDays, untouchedSince } from '../../portfolio/untouched.ts'
import { todayIn } from '../../record/time-zone.ts'
import type { MetricTrend } from '../trends/query.ts'
import { Mover, readMovers } from './movers.ts'
import { Period, periodOf, type WeekQuery } from './period.ts'
import {
  CriticalSignal,
  maxRows,
  OverdueTask,
  selectRecords,
  UntouchedProduct,
  Verdict,
  WeekDecision,
} from './records.ts'
import { AgentWeek, RuleWeek, selectWrites } from './writes.ts'

const Total = z.int().min(0)
const listOf = <Row extends z.ZodType>(row: Row, description: string) =>
  z.array(row).max(maxRows).describe(description)

/** What a week brought, and what is to be done now. */
export const Week = z.object({
  period: Period,
  decided: listOf(WeekDecision, 'Decisions that were made in the period, newest first'),
  verdicts: z.object({
    due: listOf(
      Verdict,
      'All that wait for an outcome now: active decisions of which the day of an expectation has passed; longest first',
    ),
    reached: listOf(
      Verdict,
      'Decisions with an expectation whose day was in the period and has passed, whatever their status; newest first',
    ),
  }),
  signals: z.object({
    opened: Total,
    resolved: Total.describe('Without dismissed ones'),
    unresolved_critical: listOf(CriticalSignal, 'All that are unresolved now, newest first'),
  }),
  tasks: z.object({ done: Total, overdue: listOf(OverdueTask, 'All that are overdue now, longest first') }),
  agents: listOf(AgentWeek, 'By agent, the most active first'),
  rules: listOf(RuleWeek, 'Canon rules that were changed or proposed in the period, newest first'),
  movers: listOf(
    Mover,
    'What moved on the full days of the period, against the same weekdays before: the largest change of each metric in turn',
  ),
  untouched: listOf(
    UntouchedProduct,
    `Products of the status core or next that have not been changed for ${untouchedDays} days, nor any of their records; longest first`,
  ),
  meta: z
    .object({
      decided: Total,
      verdicts: z.object({ due: Total, reached: Total }),
      signals: z.object({ unresolved_critical: Total }),
      tasks: z.object({ overdue: Total }),
      agents: Total,
      rules: Total,
      movers: Total,
      untouched: Total,
    })
    .describe('How many rows each list has in total'),
})
export type Week = z.output<typeof Week>

/** A decision with all that was measured of its expectations. */
export type MeasuredDecision = Omit<z.output<typeof Verdict>, 'expected'> & {
  expected: MeasuredExpectation[]
}

/**
 * A week with the values of each mover on its days and all that was measured of expectations, which the responses of the
 * API leave out.
 */
export type ShownWeek = Omit<Week, 'movers' | 'verdicts'> & {
  movers: MetricTrend[]
  verdicts: { due: MeasuredDecision[]; reached: MeasuredDecision[] }
}

/** Returns what happened in a week or since a time, and what is to be done now, by at most six statements. */
export async function readWeek(read: Read, query: WeekQuery, zone: string): Promise<ShownWeek> {
  const { start, end, ...period } = periodOf(query, zone)
  const today = todayIn(zone)
  const [records, { agents, rules }, movers] = await Promise.all([
    readRow(
      read,
      selectRecords({
        start,
        end,
        reached_from: period.from,
        reached_to: period.to,
        today,
        untouched_since: untouchedSince(zone),
      }),
    ),
    readRow(read, selectWrites({ start, end })),
    readMovers(read, { ...period, start, end }),
  ])
  const { decided, due, reached, opened, resolved, unresolved_critical, done, overdue, untouched } = records
  const expecting = [...due.rows, ...reached.rows]
  const measured = await measureExpectations(read, expecting, zone)
  const verdicts = expecting.map((decision, index) => ({ ...decision, expected: measured[index] ?? [] }))
  return {
    period,
    decided: decided.rows,
    verdicts: { due: verdicts.slice(0, due.rows.length), reached: verdicts.slice(due.rows.length) },
    signals: { opened, resolved, unresolved_critical: unresolved_critical.rows },
    tasks: { done, overdue: overdue.rows },
    agents: agents.rows,
    rules: rules.rows,
    movers: movers.rows,
    untouched: untouched.rows,
    meta: {
      decided: decided.total,
      verdicts: { due: due.total, reached: reached.total },
      signals: { unresolved_critical: unresolved_critical.total },
      tasks: { overdue: overdue.total },
      agents: agents.total,
      rules: rules.total,
      movers: movers.total,
      untouched: untouched.total,
    },
  }
}
