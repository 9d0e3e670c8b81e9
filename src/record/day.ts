import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** A calendar date, `YYYY-MM-DD`, from the year 2000 to 2100. */
export const day = rule(
  trim,
  z
    .string()
    .check((context) => {
      if (!isDay(context.value))
        context.issues.push({ code: 'invalid_format', format: 'date', input: context.value })
    })
    .meta({ format: 'date', examples: ['2026-11-21'] }),
)

/** Returns the current date in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Returns the day that is `days` after today in UTC, or before today if the number is negative. */
export function daysFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the number of days from one date to another. Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function isDay(value: string): boolean {
  if (!/^(20\d\d|2100)-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
