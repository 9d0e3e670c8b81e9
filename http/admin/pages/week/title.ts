import { pageLocale, t } from '../../html/text.ts'

/** Returns a week in words: "Week 48, 23 to 29 November 2026". What both days have in common is said once. */
export function weekTitle({ week, from, to }: { week: string; from: string; to: string }): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return t('week.title', {
    week: numberOf(week),
    from: dayIn(from, { ...(!isOneMonth && { month: 'long' }), ...(!isOneYear && { year: 'numeric' }) }),
    to: dayIn(to, { month: 'long', year: 'numeric' }),
  })
}

/** Returns the name of a week: "Week 48". */
export function weekName(week: string): string {
  return t('week.name', { week: numberOf(week) })
}

function numberOf(week: string): number {
  return Number(week.slice(-2))
}

// The format is made here, because the first one of a process takes 40 ms, which would delay the start of the server.
function dayIn(day: string, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', ...parts, timeZone: 'UTC' })
  return format.format(new Date(day))
}
