import { expect, it } from 'vitest'
import { dayIn, endOfDay, isTimeZone, localTime, startOfDay, todayIn } from '../../../src/record/time-zone.ts'

it.each([
  ['Europe/Berlin', true],
  ['europe/berlin', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Europe/Atlantis', false],
  ['+03:00', false],
  ['', false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

it('shows a time as the clocks of the zone do', () => {
  expect(localTime('Europe/Berlin', '2026-11-21T23:30:05.999Z')).toBe('2026-11-22 00:30:05')
  expect(dayIn('America/New_York', '2026-11-21T04:59:59.999Z')).toBe('2026-11-20')
})

it.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
  ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
  // The days on which the clocks change have 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  // In Havana and on the Azores the clocks go forward at midnight, and back at one.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
])('in %s, %s starts at %s and ends at %s', (zone, day, start, end) => {
  expect(startOfDay(zone, day)).toBe(start)
  expect(endOfDay(zone, day)).toBe(end)
})

it('has three dates at once in zones more than a day apart', () => {
  const zones = ['Etc/GMT+12', 'UTC', 'Pacific/Kiritimati']
  expect(zones.map((zone) => dayIn(zone, '2026-11-21T11:00:00Z'))).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})

it('returns the date some days after the current one', () => {
  expect(todayIn('UTC', -1) < todayIn('UTC')).toBe(true)
})
