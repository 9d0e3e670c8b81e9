import type { StoredExpectation } from '../../../src/portfolio/decision/expectation.ts'
import type { MeasuredExpectation } from '../../../src/portfolio/decision/measurement.ts'
import { daysBetween } from '../../../src/record/rules/day.ts'
import { pageLocale, t } from '../html/text.ts'
import { dayText } from '../html/time.ts'

type Expected = Omit<StoredExpectation, 'id' | 'app_id' | 'product_id'>
type Measured = Expected & Pick<MeasuredExpectation, 'days' | 'before' | 'after' | 'change' | 'verdict'>

/** How many of the days before a decision and of those after it have clicks. */
export type ClickDays = { before: number; after: number }

/**
 * Returns what became of an expectation as a sentence: "Clicks rose by 12 % where at least 20 % were expected". `today` is
 * the day in the time zone of the company. `clickDays` says why a verdict about clicks is unclear.
 */
export function expectationSentence(expectation: Measured, today: string, clickDays?: ClickDays): string {
  const { verdict, change, metric, direction, at_least } = expectation
  if (verdict === 'pending') return pendingSentence(expectation, today)
  const amount = amountText(expectation, at_least)
  if (verdict === 'unclear' || change === null)
    return t('expectation.unclear', {
      metric,
      direction,
      amount,
      reason: unclearBecause(expectation, clickDays),
    })
  const changed = changedText(expectation, change)
  return isSameWay(expectation, change)
    ? t('expectation.sameWay', { changed, amount, least: at_least })
    : t('expectation.otherWay', { changed, direction, amount })
}

/** Returns an expectation without what was measured: "Clicks up at least 20 % by 20 Dec 2026". */
export function expectationText(expectation: Expected): string {
  const { direction, at_least, by } = expectation
  const [measured, amount] = [measuredOf(expectation), amountText(expectation, at_least)]
  return t('expectation.text', { measured, direction, amount, day: dayText(by) })
}

/** Returns what an expectation measures: "Clicks", "Position for “scanner” in DE". */
export function measuredOf({
  metric,
  keyword,
  country,
}: Pick<StoredExpectation, 'metric' | 'keyword' | 'country'>) {
  return metric === 'position'
    ? t('expectation.ofPosition', { keyword: String(keyword), country: String(country) })
    : t('expectation.ofMetric', { metric })
}

function pendingSentence(expectation: Measured, today: string): string {
  const { by, change, direction, at_least } = expectation
  const left = daysBetween(today, by)
  const time = left <= 0 ? t('expectation.lastDay') : t('expectation.daysLeft', { count: left })
  if (change === null) return t('expectation.nothingYet', { expectation: expectationText(expectation), time })
  const [changed, amount] = [changedText(expectation, change), amountText(expectation, at_least)]
  return isSameWay(expectation, change)
    ? t('expectation.sameWaySoFar', { changed, amount, least: at_least, time })
    : t('expectation.otherWaySoFar', { changed, direction, amount, time })
}

function changedText(expectation: Measured, change: number): string {
  const { metric } = expectation
  const rise = riseOf(expectation, change)
  if (rise === 0) return t('expectation.unchanged', { metric })
  const amount = amountText(expectation, change)
  return rise > 0 ? t('expectation.rose', { metric, amount }) : t('expectation.fell', { metric, amount })
}

// A position rises to a smaller number.
function riseOf({ metric }: Expected, change: number): number {
  return metric === 'position' ? -change : change
}

// The direction is said only if the change went another way.
function isSameWay(expectation: Measured, change: number): boolean {
  const rise = riseOf(expectation, change)
  return expectation.direction === 'up' ? rise > 0 : rise < 0
}

// Digits are cut off, not rounded: 19.97 must not look like the 20 that was not reached.
function amountText({ metric, at_least }: Expected, value: number): string {
  const digits = Math.max(1, String(at_least).split('.')[1]?.length ?? 0)
  const size = Math.abs(value)
  const format = { maximumFractionDigits: digits, roundingMode: 'trunc' } as const
  const shown = Number(size.toLocaleString('en', { ...format, useGrouping: false }))
  const least = 10 ** -digits
  const isLess = shown === 0 && size > 0
  const count = isLess ? least : shown
  const number = count.toLocaleString(pageLocale(), format)
  const text = isLess ? t('expectation.lessThan', { text: number }) : number
  if (metric === 'clicks') return t('expectation.percent', { text })
  return metric === 'rating'
    ? t('expectation.points', { text, count })
    : t('expectation.places', { text, count })
}

function unclearBecause({ metric, days, before, after }: Measured, clickDays?: ClickDays): string {
  if (before === null && after === null) return t('expectation.nothingBoth', { days })
  if (before === null) return t('expectation.nothingBefore', { days })
  if (after === null) return t('expectation.nothingAfter', { days })
  if (metric === 'clicks' && before === 0) return t('expectation.noClicksBefore', { days })
  const isFew = (counted: number | undefined) => counted !== undefined && counted < days / 2
  const few = { before: clickDays?.before ?? 0, after: clickDays?.after ?? 0, days }
  if (isFew(clickDays?.before) && isFew(clickDays?.after)) return t('expectation.fewBoth', few)
  if (isFew(clickDays?.before)) return t('expectation.fewBefore', few)
  if (isFew(clickDays?.after)) return t('expectation.fewAfter', few)
  return t('expectation.fewDays')
}
