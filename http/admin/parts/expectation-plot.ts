import type { MeasuredDay } from '../../../src/portfolio/decision/measure.ts'
import type { MeasuredExpectation } from '../../../src/portfolio/decision/measurement.ts'
import { dayAfter } from '../../../src/record/rules/day.ts'
import type { Html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { chart } from '../plot/chart.ts'
import { type Point, shortDay } from '../plot/lane.ts'

type Drawn = Pick<MeasuredExpectation, 'metric' | 'by' | 'before_days' | 'after_days'>
type Days = Drawn['before_days']

/**
 * Renders the days before a decision and those after it as two lines, with the day of the decision and the last day of the
 * expectation. `days` has what was measured.
 */
export function expectationPlot(
  { metric, by, before_days, after_days }: Drawn,
  { title, decided, days }: { title: string; decided: string; days: readonly MeasuredDay[] },
): Html {
  // A day without clicks is a gap. A rating or a position is not measured every day.
  const pointsIn = metric === 'clicks' ? everyDay : measuredDays
  return chart({
    title,
    isRank: metric === 'position',
    from: metric === 'rating' ? lowest(days) : 0,
    series: [
      { name: t('expectation.plotBefore'), tone: 'muted', points: pointsIn(before_days, days) },
      { name: t('expectation.plotAfter'), tone: 'accent', points: pointsIn(after_days, days) },
    ],
    period: { from: before_days.from, to: by },
    marks: [
      { at: decided, label: t('expectation.plotDecided') },
      { at: by, label: t('expectation.plotBy') },
    ],
    timeLabel: shortDay,
  })
}

/** Returns the condition that a day is one of a period. */
export function isIn({ from, to }: Days) {
  return ({ date }: Pick<MeasuredDay, 'date'>) => date >= from && date <= to
}

function measuredDays(period: Days, days: readonly MeasuredDay[]): Point[] {
  return days.filter(isIn(period)).map(({ date, value }) => ({ at: date, value }))
}

function everyDay({ from, to }: Days, days: readonly MeasuredDay[]): Point[] {
  const values = new Map(days.map(({ date, value }) => [date, value]))
  const points: Point[] = []
  for (let at = from; at <= to; at = dayAfter(at)) points.push({ at, value: values.get(at) ?? null })
  return points
}

// Ratings differ by tenths, so the plot does not begin at 0.
function lowest(days: readonly MeasuredDay[]): number {
  return Math.max(0, Math.floor(Math.min(5, ...days.map(({ value }) => value))) - 1)
}
