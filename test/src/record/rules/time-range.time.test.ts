import { expect, it } from 'vitest'
import { parseTime } from '../../../../src/record/rules/time-range.ts'

it.each([
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00.5+03:00', '2026-11-21T07:00:00.500Z'],
  ['2026-11-21T10:00:00 03:00', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21T10:00:00-03:00', '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T10:00:00', undefined],
  ['2026-11-21 10:00', undefined],
  ['2026-11-21', undefined],
  ['2026-02-30T10:00:00Z', undefined],
  ['1999-12-31T10:00:00Z', undefined],
  ['2026-11-21T10:00:00  03:00', undefined],
])('reads %s as %s', (text, time) => {
  expect(parseTime(text)).toBe(time)
})
