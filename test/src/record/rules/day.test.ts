import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, daysBetween, notADay } from '../../../../src/record/rules/day.ts'

const isDay = (value: string) => day.safeParse(value).success

describe('day', () => {
  it('accepts every day of the calendar from 2000 to 2100', () => {
    const bounds = { min: new Date('2000-01-01Z'), max: new Date('2100-12-31Z'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(bounds), (date) => isDay(date.toISOString().slice(0, 10))))
  })

  it('accepts of all texts in its format those that are days of the calendar', () => {
    const digits = (max: number, length: number) =>
      fc.nat({ max }).map((number) => String(number).padStart(length, '0'))
    const dates = fc.tuple(fc.integer({ min: 1990, max: 2110 }), digits(14, 2), digits(33, 2))
    const isOfCalendar = (text: string) => {
      const date = new Date(`${text}T00:00:00Z`)
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
    }
    fc.assert(
      fc.property(dates, ([year, month, date]) => {
        const text = `${year}-${month}-${date}`
        expect(isDay(text)).toBe(year >= 2000 && year <= 2100 && isOfCalendar(text))
      }),
      { numRuns: 1000 },
    )
    for (const odd of ['2100-02-29', '2026-00-01', '2026-13-01', '2026-04-31', '1999-12-31', '2101-01-01'])
      expect(isDay(odd)).toBe(false)
    const said = (text: string) => String(notADay(text).about('due_at'))
    expect(said('2026-02-30')).toBe(
      'The due at field must match the format Y-m-d. February 2026 has 28 days.',
    )
    expect(said('2026-04-31')).toContain(' April 2026 has 30 days.')
    for (const odd of ['2026-13-01', '1999-12-31', '30.02.2026'])
      expect(said(odd)).toBe('The due at field must match the format Y-m-d.')
  })

  it('rejects every other text, and a day with anything before, after or inside it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => !isDay(value)))
    const character = fc.constantFrom('0', 'x', '-', '\u0661', 'T00:00:00Z')
    fc.assert(
      fc.property(fc.nat({ max: 10 }), character, (place, extra) => {
        const text = `${'2026-11-21'.slice(0, place)}${extra}${'2026-11-21'.slice(place)}`
        expect([text, isDay(text)]).toEqual([text, false])
      }),
    )
    for (const odd of ['2026-1-1', '26-11-21', '2026/11/21', '2026-11', '20261121', '+2026-11-21'])
      expect([odd, isDay(odd)]).toEqual([odd, false])
  })
})

describe('daysBetween', () => {
  it('counts a leap day', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  })
})
