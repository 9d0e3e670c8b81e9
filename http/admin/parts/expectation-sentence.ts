import type { StoredExpectation } from '../../../src/portfolio/decision/expectation.ts'
import type { MeasuredExpectation } from '../../../src/portfolio/decision/measurement.ts'
import { daysBetween } from '../../../src/record/rules/day.ts'
import { counted, words } from '../html/words.ts'

type Expected = Omit<StoredExpectation, 'id' | 'app_id' | 'product_id'>
type Measured = Expected & Pick<MeasuredExpectation, 'days' | 'before' | 'after' | 'change' | 'verdict'>

/** How many of the days before a decision and of those after it have clicks. */
export type ClickDays = { before: number; after: number }

const subjects = { clicks: 'Clicks', rating: 'The rating', position: 'The position' }
const units = {
  rating: { singular: 'point', plural: 'points' },
  position: { singular: 'place', plural: 'places' },
}

/**
 * Returns what became of an expectation as a sentence: "Clicks rose by 12 % where at least 20 % were expected". `today` is
 * the day in the time zone of the company. `clickDays` says why a verdict about clicks is unclear.
 */
export function expectationSentence(expectation: Measured, today: string, clickDays?: ClickDays): string {
  const { verdict, change } = expectation
  if (verdict === 'pending') return pendingSentence(expectation, today)
  if (verdict === 'unclear' || change === null)
    return `It is unclear whether ${expectedMove(expectation)}: ${unclearBecause(expectation, clickDays)}`
  return `${changed(expectation, change)} where ${expectedInstead(expectation, change)}`
}

/** Returns an expectation without what was measured: "Clicks up at least 20 % by 2026-12-20". */
export function expectationText(expectation: Expected): string {
  const { direction, at_least, by } = expectation
  return `${measuredOf(expectation)} ${direction} at least ${amount(expectation, at_least)} by ${by}`
}

/** Returns what an expectation measures: "Clicks", "Position for “scanner” in DE". */
export function measuredOf({
  metric,
  keyword,
  country,
}: Pick<StoredExpectation, 'metric' | 'keyword' | 'country'>) {
  return metric === 'position' ? `Position for “${keyword}” in ${country}` : words(metric)
}

function pendingSentence(expectation: Measured, today: string): string {
  const { by, change } = expectation
  const left = daysBetween(today, by)
  const time = left <= 0 ? 'today is the last day' : `${counted(left, dayLabel)} left`
  return change === null
    ? `${expectationText(expectation)}: nothing can be compared yet, ${time}`
    : `${changed(expectation, change)} so far where ${expectedInstead(expectation, change)}: ${time}`
}

const dayLabel = { singular: 'day', plural: 'days' }

function changed(expectation: Measured, change: number): string {
  const subject = subjects[expectation.metric]
  const rise = riseOf(expectation, change)
  if (rise === 0) return `${subject} did not change`
  return `${subject} ${rise > 0 ? 'rose' : 'fell'} by ${amount(expectation, change)}`
}

// A position rises to a smaller number.
function riseOf({ metric }: Expected, change: number): number {
  return metric === 'position' ? -change : change
}

// The direction is said only if the change went another way.
function expectedInstead(expectation: Measured, change: number): string {
  const { direction, at_least, verdict } = expectation
  const rise = riseOf(expectation, change)
  const least = `at least ${amount(expectation, at_least)}`
  const [one, many] = verdict === 'pending' ? ['is', 'are'] : ['was', 'were']
  const isSameWay = direction === 'up' ? rise > 0 : rise < 0
  if (!isSameWay) return `a ${direction === 'up' ? 'rise' : 'fall'} of ${least} ${one} expected`
  return `${least} ${at_least === 1 ? one : many} expected`
}

function expectedMove(expectation: Expected): string {
  const { metric, direction, at_least } = expectation
  const subject = metric === 'clicks' ? 'clicks' : `the ${metric}`
  return `${subject} ${direction === 'up' ? 'rose' : 'fell'} by at least ${amount(expectation, at_least)}`
}

// Digits are cut off, not rounded: 19.97 must not look like the 20 that was not reached.
function amount({ metric, at_least }: Expected, value: number): string {
  const digits = Math.max(1, String(at_least).split('.')[1]?.length ?? 0)
  const size = Math.abs(value)
  const shown = size.toLocaleString('en', { maximumFractionDigits: digits, roundingMode: 'trunc' })
  const text = Number(shown.replaceAll(',', '')) === 0 && size > 0 ? `less than ${10 ** -digits}` : shown
  if (metric === 'clicks') return `${text} %`
  return `${text} ${text === '1' ? units[metric].singular : units[metric].plural}`
}

function unclearBecause({ metric, days, before, after }: Measured, clickDays?: ClickDays): string {
  const [daysBefore, daysAfter] = [`the ${days} days before the decision`, `the last ${days} days`]
  if (before === null && after === null) return `nothing was measured in ${daysBefore} and in ${daysAfter}`
  if (before === null) return `nothing was measured in ${daysBefore}`
  if (after === null) return `nothing was measured in ${daysAfter}`
  if (metric === 'clicks' && before === 0) return `there were no clicks in ${daysBefore}`
  const few = clickDays && [
    clickDays.before < days / 2 && `${clickDays.before} of ${daysBefore}`,
    clickDays.after < days / 2 && `${clickDays.after} of ${daysAfter}`,
  ]
  const where = few?.filter((part) => part !== false).join(' and on ')
  return where
    ? `clicks were recorded on only ${where}`
    : 'clicks were recorded on fewer than half of the days'
}
