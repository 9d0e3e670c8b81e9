import { day } from '../../record/rules/day.ts'
import { dayIn } from './day-order.ts'

/** Returns whether the name of a column is a day, in whichever order of day and month. */
export function isDay(name: string): boolean {
  if (!/\d/.test(name)) return false
  return day.safeParse(dayIn(name, 'dmy')).success || day.safeParse(dayIn(name, 'mdy')).success
}

/** Returns the numbers of the columns, from 1, that are days. One day alone may be the name of anything. */
export function dayColumns(columns: string[]): number[] {
  const days = columns.flatMap((name, index) => (isDay(name) ? [index + 1] : []))
  return days.length > 1 ? days : []
}
