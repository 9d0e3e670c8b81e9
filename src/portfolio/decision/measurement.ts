import { z } from 'zod'
import { day, daysBetween } from '../../record/rules/day.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { verdicts } from '../vocabulary.ts'
import { Expectation } from './expectation.ts'

const maxDays = 28

const Days = z.object({ from: day, to: day })

/** An expectation with what was measured. A verdict is computed whenever it is read, and never stored. */
export const MeasuredExpectation = Expectation.extend({
  days: z.int().describe(`The days from the decision to \`by\`, at most ${maxDays}`),
  before_days: Days,
  after_days: Days,
  before: z
    .number()
    .nullable()
    .describe(
      'The sum of the clicks, the last rating or the median position in the days before the decision; null if none was measured',
    ),
  after: z
    .number()
    .nullable()
    .describe('Likewise, in as many days up to `by`, or until then up to yesterday'),
  change: z
    .number()
    .nullable()
    .describe(
      'after minus before, of clicks in percent of before. A position that rises has a negative change. Null if before is 0 clicks',
    ),
  verdict: enumOf(verdicts),
})
export type MeasuredExpectation = z.output<typeof MeasuredExpectation>

/** The days that are compared. */
export type Windows = Pick<MeasuredExpectation, 'days' | 'before_days' | 'after_days'>

/** Returns the days before a decision of `day`, and as many that end with `by`, or with yesterday while that is earlier. */
export function windowsOf(by: string, day: string, today: string): Windows {
  const days = Math.min(daysBetween(day, by), maxDays)
  const yesterday = daysAfter(today, -1)
  const last = by < today ? by : yesterday
  return {
    days,
    before_days: { from: daysAfter(day, -days), to: daysAfter(day, -1) },
    after_days: { from: daysAfter(last, 1 - days), to: last },
  }
}

/** What was measured in a period: its value, null for nothing, and the number of days that have any. */
export type Measure = { value: number | null; days: number }

const places = 4

/** Returns what an expectation has become, from what was measured in its two periods. */
export function judge(
  { metric, direction, at_least, by }: Pick<Expectation, 'metric' | 'direction' | 'at_least' | 'by'>,
  days: number,
  { before, after }: { before: Measure; after: Measure },
  today: string,
): Pick<MeasuredExpectation, 'before' | 'after' | 'change' | 'verdict'> {
  const values = { before: before.value, after: after.value }
  const change = changeOf(metric, values)
  if (by >= today) return { ...values, change, verdict: 'pending' }
  const isSparse = metric === 'clicks' && [before, after].some((measure) => measure.days * 2 < days)
  if (change === null || isSparse) return { ...values, change, verdict: 'unclear' }
  // A position that rises has a smaller number.
  const sign = (direction === 'up') === (metric === 'position') ? -1 : 1
  const isMet = metric === 'clicks' ? isPercentMet(values, sign, at_least) : change * sign >= at_least
  return { ...values, change, verdict: isMet ? 'met' : 'not-met' }
}

// In whole numbers, since a rounded percentage may reach what the clicks miss. `at_least` has two decimals.
function isPercentMet(
  { before, after }: Pick<MeasuredExpectation, 'before' | 'after'>,
  sign: number,
  at_least: number,
): boolean {
  const [earlier, later] = [before ?? 0, after ?? 0]
  return sign * (later - earlier) * 10_000 >= Math.round(at_least * 100) * earlier
}

function changeOf(
  metric: Expectation['metric'],
  { before, after }: Pick<MeasuredExpectation, 'before' | 'after'>,
): number | null {
  if (before === null || after === null) return null
  if (metric !== 'clicks') return rounded(after - before)
  return before === 0 ? null : rounded(((after - before) / before) * 100)
}

// Without the error of binary fractions: 4.5 is 0.1 more than 4.4. Zero has no sign.
function rounded(number: number): number {
  return Number(number.toFixed(places)) || 0
}
