import { utcFormat } from 'd3-time-format'

const format = utcFormat('%m-%d')

/** Returns the day of a timestamp: `2026-11-21`. */
export function day(at: string): string {
  return at.slice(0, 10)
}

/** Returns the month and the day of a date: `11-21`. */
export function shortDay(at: string): string {
  return format(new Date(at))
}
