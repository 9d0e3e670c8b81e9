import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isoWeek, mondayOf, weekOf } from '../../../../src/record/rules/iso-week.ts'
import { daysAfter } from '../../../../src/record/rules/period.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

it.each([
  ['2026-11-28', '2026-W48', '2026-11-23'],
  ['2026-01-01', '2026-W01', '2025-12-29'],
  ['2027-01-03', '2026-W53', '2026-12-28'],
  ['2024-12-30', '2025-W01', '2024-12-30'],
  ['2023-01-01', '2022-W52', '2022-12-26'],
])('%s is in %s, which begins on %s', (day, week, monday) => {
  expect([weekOf(day), mondayOf(week)]).toEqual([week, monday])
})

it('has seven days from its Monday on, for every day', () => {
  const days = fc.integer({ min: 0, max: 36_000 }).map((offset) => daysAfter('2000-01-03', offset))
  fc.assert(
    fc.property(days, (day) => {
      const monday = mondayOf(weekOf(day))
      expect(new Date(monday).getUTCDay()).toBe(1)
      expect(monday <= day && day <= daysAfter(monday, 6)).toBe(true)
    }),
  )
})

const parse = (week: unknown) => safeValidate(z.object({ week: isoWeek }), { week })

it('accepts a week that exists, in upper and lower case', () => {
  expect([parse('2026-W53').data, parse(' 2026-w48 ').data]).toEqual([
    { week: '2026-W53' },
    { week: '2026-W48' },
  ])
})

it.each(['2025-W53', '2026-W00', '2026-W54', '2026-48', '2026-W4', '1999-W10', 'W48', '2026-W48-1', '🗓️'])(
  'rejects %s',
  (week) => {
    expect(parse(week).errors).toEqual({
      week: ['The week field must be a week of ISO 8601, such as 2026-W48.'],
    })
  },
)
