import { z } from 'zod'
import { fieldPhrase } from '../../language/phrase.ts'
import { daysAfter } from './period.ts'
import { rule } from './rule.ts'
import { trim } from './text.ts'

const form = /^(20\d\d)-W(0[1-9]|[1-4]\d|5[0-3])$/

/** Returns the week of ISO 8601 that a day is in: `2026-W48`. It belongs to the year of its Thursday. */
export function weekOf(day: string): string {
  const thursday = daysAfter(mondayBefore(day), 3)
  const year = thursday.slice(0, 4)
  const week = 1 + (Date.parse(mondayBefore(day)) - Date.parse(firstMonday(year))) / weekMs
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Returns the first day of a week. */
export function mondayOf(week: string): string {
  return daysAfter(firstMonday(week.slice(0, 4)), 7 * (Number(week.slice(6)) - 1))
}

const weekMs = 7 * 86_400_000

// January 4 is in the first week of every year.
function firstMonday(year: string): string {
  return mondayBefore(`${year}-01-04`)
}

function mondayBefore(day: string): string {
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** A week of ISO 8601, from the year 2000. A lower-case `w` is accepted. */
export const isoWeek = rule(
  (value) => {
    const week = trim(value)
    return typeof week === 'string' ? week.toUpperCase() : week
  },
  z
    .string()
    .check((context) => {
      const { value } = context
      if (!form.test(value) || weekOf(mondayOf(value)) !== value)
        context.issues.push({
          code: 'custom',
          params: { sentence: fieldPhrase('validation.week') },
          input: value,
        })
    })
    .meta({ examples: ['2026-W48'] }),
)
