import { z } from 'zod'
import { invalid } from '../../record/fault.ts'
import { day, dayMs, daysBetween } from '../../record/rules/day.ts'
import { isoWeek, mondayOf, weekOf } from '../../record/rules/iso-week.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { isObjectPayload, rule } from '../../record/rules/rule.ts'
import { trim } from '../../record/rules/text.ts'
import { parseTime, timeExample } from '../../record/rules/time-range.ts'
import { dayIn, startOfDay, todayIn } from '../../record/time-zone.ts'

const maxDays = 31
const daysOfWeek = 7

const since = rule(
  (value) => {
    const text = trim(value)
    return typeof text === 'string' ? (parseTime(text) ?? text) : text
  },
  z
    .string()
    .check((context) => {
      const { value } = context
      const sentence = `The {field} field must be a time such as ${timeExample}, or a day; in a URL, + is %2B.`
      if (!parseTime(value) && !day.safeParse(value).success)
        context.issues.push({ code: 'custom', params: { sentence }, input: value })
    })
    .meta({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] }),
)

/** Query of a week, or of the time since a moment. */
export const WeekQuery = z
  .object({
    week: isoWeek.optional().describe('Such as 2026-W48. Default: the running one'),
    since: since.optional().describe(`In place of week: a time at most ${maxDays} days ago`),
  })
  .refine(({ week, since }) => week === undefined || since === undefined, {
    path: ['since'],
    params: { sentence: 'The {field} field is prohibited beside week.' },
    when: isObjectPayload,
  })
export type WeekQuery = z.output<typeof WeekQuery>

const Days = z.object({ from: day, to: day })

/** The days of a week, or those since a time, in the time zone of the company. */
export const Period = z.object({
  week: z.string().nullable().describe('Null with since'),
  since: z.string().nullable().describe('Null for a week'),
  from: day,
  to: day,
  measured: Days.nullable().describe('The full days of the period; null if none has passed'),
  compared_with: Days.nullable().describe('The same weekdays before, with which movers compares them'),
})

/** A period with its start and its end, the first moment after it. */
export type Period = z.output<typeof Period> & { start: string; end: string }

/** Returns the period of a query. Throws if it begins in the future, or more than 31 days ago with `since`. */
export function periodOf({ week, since }: WeekQuery, zone: string): Period {
  const today = todayIn(zone)
  if (since !== undefined) {
    const isDay = day.safeParse(since).success
    const start = isDay ? startOfDay(zone, since) : since
    const from = dayIn(zone, start)
    const ago = Date.now() - Date.parse(start)
    const isTooEarly = isDay ? daysBetween(from, today) > maxDays : ago > maxDays * dayMs
    if (ago < 0 || isTooEarly)
      throw invalid({ since: `The since field must be a time of the last ${maxDays} days.` })
    return {
      week: null,
      since: start,
      from,
      to: today,
      ...comparedDays(from, today, today),
      start,
      end: startOfDay(zone, daysAfter(today, 1)),
    }
  }
  const running = weekOf(today)
  const named = week ?? running
  if (named > running)
    throw invalid({ week: `The week field must not be after the running week, ${running}.` })
  const from = mondayOf(named)
  const next = daysAfter(from, daysOfWeek)
  const to = daysAfter(next, -1)
  return {
    week: named,
    since: null,
    from,
    to,
    ...comparedDays(from, to, today),
    start: startOfDay(zone, from),
    end: startOfDay(zone, next),
  }
}

// Clicks of a Sunday and of a Monday have no common measure, so whole weeks lie between the days.
function comparedDays(from: string, to: string, today: string): Pick<Period, 'measured' | 'compared_with'> {
  const yesterday = daysAfter(today, -1)
  const last = to < yesterday ? to : yesterday
  if (last < from) return { measured: null, compared_with: null }
  const shift = -daysOfWeek * Math.ceil((daysBetween(from, last) + 1) / daysOfWeek)
  return {
    measured: { from, to: last },
    compared_with: { from: daysAfter(from, shift), to: daysAfter(last, shift) },
  }
}
