import { describe, expect, it } from 'vitest'
import { rangeEnd, rangeStart } from '../../../../src/record/rules/time-range.ts'

describe('a bound of a date range', () => {
  it('is converted to UTC with milliseconds, from a timestamp or a day of the years 2000 to 2100', () => {
    expect(rangeStart.parse(' 2026-11-21 ')).toBe('2026-11-21T00:00:00.000Z')
    expect(rangeEnd.parse('2100-12-31')).toBe('2100-12-31T23:59:59.999Z')
    expect(rangeEnd.parse('2000-01-01T03:00:00+03:00')).toBe('2000-01-01T00:00:00.000Z')
    // PostgreSQL has no year 0.
    for (const early of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+12:00', '2000-01-01T00:00:00+03:00'])
      expect(rangeStart.safeParse(early).success).toBe(false)
    expect(rangeStart.safeParse('2101-01-01T00:00:00Z').success).toBe(false)
  })
})
