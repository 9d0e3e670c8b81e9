import { dayMs, dayOf } from './rules/day.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

// Swedish is written as ISO 8601: 2026-11-21 10:00:00.
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

/** Returns whether a name is a time zone of the IANA database, such as `Europe/Berlin`. An offset is not one. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns a time as the clocks of a zone show it: `2026-11-21 10:00:00`. */
export function localTime(zone: string, time: string | number): string {
  return formatOf(zone).format(typeof time === 'string' ? Date.parse(time) : time)
}

/** Returns the date of a time in a zone. */
export function dayIn(zone: string, time: string | number): string {
  return localTime(zone, time).slice(0, 10)
}

/** Returns the current date in a zone, or the date that is `days` after it. */
export function todayIn(zone: string, days = 0): string {
  const today = dayIn(zone, Date.now())
  return days === 0 ? today : dayOf(Date.parse(today) + days * dayMs)
}

/** Returns the time at which a day starts in a zone, in UTC. */
export function startOfDay(zone: string, day: string): string {
  const midnight = Date.parse(day)
  // The second pass corrects an offset that changes between the two times.
  const guess = midnight - offsetAt(zone, midnight)
  const time = midnight - offsetAt(zone, guess)
  // Where clocks go forward at midnight, the day begins at one o'clock.
  const isBefore = dayIn(zone, time) < day
  return new Date(isBefore ? midnight - offsetAt(zone, midnight - dayMs / 2) : time).toISOString()
}

/** Returns the last millisecond of a day in a zone, in UTC. */
export function endOfDay(zone: string, day: string): string {
  const next = dayOf(Date.parse(day) + dayMs)
  return new Date(Date.parse(startOfDay(zone, next)) - 1).toISOString()
}

function offsetAt(zone: string, time: number): number {
  return Date.parse(`${localTime(zone, time).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
}
