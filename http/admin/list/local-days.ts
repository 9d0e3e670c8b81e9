import { day } from '../../../src/record/rules/day.ts'
import { endOfDay, startOfDay } from '../../../src/record/time-zone.ts'

const starts = ['since', 'date_from']
const ends = ['until', 'date_to']

/**
 * Returns the filters of a list with the days of a period as times: a day of the web interface is one of the company's
 * time zone. Other values stay as they are.
 */
export function withLocalDays<Filters extends Record<string, unknown>>(
  filters: Filters,
  zone: string,
): Filters {
  const times = Object.entries(filters).flatMap(([name, value]) => {
    const date = starts.includes(name) || ends.includes(name) ? day.safeParse(value).data : undefined
    if (date === undefined) return []
    return [[name, starts.includes(name) ? startOfDay(zone, date) : endOfDay(zone, date)]]
  })
  return { ...filters, ...Object.fromEntries(times) }
}
