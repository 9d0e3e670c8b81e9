import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judge, windowsOf } from '../../../../src/portfolio/decision/measurement.ts'
import { daysBetween } from '../../../../src/record/rules/day.ts'
import { daysAfter } from '../../../../src/record/rules/period.ts'

const today = '2026-11-29'
const days = 28

const verdictOf = (direction: 'up' | 'down', at_least: number, [before, after]: readonly [number, number]) =>
  judge(
    { metric: 'clicks', direction, at_least, by: '2026-11-20' },
    days,
    { before: { value: before, days }, after: { value: after, days } },
    today,
  ).verdict

const clicks = fc.integer({ min: 1, max: 100_000_000 })
const hundredths = fc.integer({ min: 1, max: 20_000 })

it('judges clicks by their exact change in percent', () => {
  fc.assert(
    fc.property(clicks, clicks, hundredths, (before, after, least) => {
      const risen = BigInt(after - before) * 10_000n
      const wanted = BigInt(least) * BigInt(before)
      const measured = [before, after] as const
      expect(verdictOf('up', least / 100, measured)).toBe(risen >= wanted ? 'met' : 'not-met')
      expect(verdictOf('down', least / 100, measured)).toBe(-risen >= wanted ? 'met' : 'not-met')
    }),
  )
})

it('does not round up to what was expected', () => {
  expect(verdictOf('up', 20, [100_000_000, 119_999_999])).toBe('not-met')
  expect(verdictOf('up', 20, [100_000_000, 120_000_000])).toBe('met')
})

it('compares two periods of equal length, the earlier one before the day of the decision', () => {
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 400 }), fc.integer({ min: 0, max: 500 }), (until, age) => {
      const day = daysAfter(today, -age)
      const by = daysAfter(day, until)
      const { before_days, after_days, ...windows } = windowsOf(by, day, today)
      expect(windows.days).toBe(Math.min(until, 28))
      for (const { from, to } of [before_days, after_days])
        expect(daysBetween(from, to) + 1).toBe(windows.days)
      expect(before_days.to).toBe(daysAfter(day, -1))
      expect(after_days.to).toBe(by < today ? by : daysAfter(today, -1))
    }),
  )
})
