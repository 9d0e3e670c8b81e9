import type { Read } from '../../database/read.ts'
import { metrics } from '../../portfolio/vocabulary.ts'
import { daysBetween } from '../../record/rules/day.ts'
import { values } from '../../record/rules/enumeration.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { MetricTrend } from '../trends/query.ts'
import { compareMetric } from '../trends/read.ts'
import type { Period } from './period.ts'
import { type List, maxRows } from './records.ts'

/** A metric that changed against the same weekdays before. */
export const Mover = MetricTrend.pick({
  metric: true,
  app_slug: true,
  keyword: true,
  country: true,
  previous: true,
  current: true,
  change: true,
  measured_since: true,
})

/**
 * Returns what moved on the full days of a period, against the same weekdays before: the largest change of each metric
 * in turn, since clicks, ratings and positions have no common measure. Each has the values of its days.
 */
export async function readMovers(
  read: Read,
  { measured, compared_with }: Period,
): Promise<List<MetricTrend>> {
  if (!measured || !compared_with) return { rows: [], total: 0 }
  const periods = { ...measured, before_from: compared_with.from, before_to: compared_with.to }
  const found = await Promise.all(
    values(metrics).map((metric) =>
      compareMetric(read, { metric, ...periods }, daysOf(measured.from, measured.to)),
    ),
  )
  const ranked = found.flatMap(({ trends }) =>
    trends.filter(({ change }) => change).map((trend, rank) => ({ trend, rank })),
  )
  return {
    rows: ranked
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, maxRows)
      .map(({ trend }) => trend),
    total: found.reduce((sum, { changed }) => sum + changed, 0),
  }
}

function daysOf(from: string, to: string) {
  const count = daysBetween(from, to) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = daysAfter(from, index)
    return { from: day, to: day }
  })
}
