import { dayIn } from '../../../src/language/day.ts'
import { dayMs } from '../../../src/record/rules/day.ts'
import { type Html, html, TimeZone } from './html.ts'
import { pageLanguage, pageLocale, t } from './text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const weekMs = 7 * dayMs

const styles = {
  dayOfYear: { day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  timeOfYear: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  second: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// A formatter takes long to create, so each is kept.
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a time as the language of the page writes it, such as "28 Nov 2026, 01:41", in a zone. */
export function timeText(at: string | number, style: keyof typeof styles, timeZone: string): string {
  const locale = pageLocale()
  const key = `${locale} ${style} ${timeZone}`
  const known = formatters.get(key)
  const formatter = known ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone })
  if (!known) formatters.set(key, formatter)
  return formatter.format(new Date(at))
}

/** Returns a day as text in the language of the page: "28 Nov 2026", "28 нояб. 2026 г.". */
export function dayText(day: string): string {
  return dayIn(pageLanguage(), day)
}

/**
 * Renders a time relative to now, such as `3 h ago`, if it is within a week, else as `21 Nov 2026, 01:41` in the time zone
 * of the company. The title is the exact time.
 */
export function timestamp(value: string, precision: 'minute' | 'second' = 'minute'): Html {
  return inZone((zone) => {
    const shown = relative(Date.parse(value) - Date.now()) ?? timeText(value, precision, zone)
    return html`<time datetime=${value} title=${`${timeText(value, 'second', zone)} (${zone})`}>${shown}</time>`
  })
}

/** Renders a time to the second in the time zone of the company. */
export function exactTime(value: string): Html {
  return inZone(
    (zone) => html`<time datetime=${value} title=${zone}>${timeText(value, 'second', zone)}</time>`,
  )
}

/** Renders what depends on the time zone of the company. */
export function inZone(content: (zone: string) => Html): Html {
  return html`<${TimeZone.Consumer}>${content}<//>`
}

// Undefined for a time a week or more from now.
function relative(difference: number): string | undefined {
  const distance = Math.abs(difference)
  const isAhead = difference > 0
  if (distance >= weekMs) return undefined
  if (distance < minuteMs) return t(isAhead ? 'time.lessThanMinute' : 'time.justNow')
  if (distance < hourMs) {
    const count = Math.floor(distance / minuteMs)
    return t(isAhead ? 'time.inMinutes' : 'time.minutesAgo', { count })
  }
  if (distance < dayMs) {
    const count = Math.floor(distance / hourMs)
    return t(isAhead ? 'time.inHours' : 'time.hoursAgo', { count })
  }
  const count = Math.floor(distance / dayMs)
  return t(isAhead ? 'time.inDays' : 'time.daysAgo', { count })
}
