import { dayMs } from '../../../src/record/rules/day.ts'
import { localTime } from '../../../src/record/time-zone.ts'
import { type Html, html, TimeZone } from './html.ts'
import { pageLocale } from './text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const weekMs = 7 * dayMs

const styles = {
  dayOfYear: { day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
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

/** Returns whether a text is a day that exists, such as 2026-11-28. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Returns a day as text in the language of the page: "28 Nov 2026", "28 нояб. 2026 г.". */
export function dayText(day: string): string {
  return timeText(day, 'day', 'UTC')
}

/**
 * Renders a time relative to now, such as `3 h ago`, if it is within a week, else as `2026-11-21 01:41` in the time zone
 * of the company. The title is the exact time.
 */
export function timestamp(value: string, precision: 'minute' | 'second' = 'minute'): Html {
  return inZone((zone) => {
    const exact = localTime(zone, value)
    const shown = relative(Date.parse(value) - Date.now()) ?? exact.slice(0, precision === 'minute' ? 16 : 19)
    return html`<time datetime=${value} title=${`${exact} (${zone})`}>${shown}</time>`
  })
}

/** Renders a time to the second in the time zone of the company. */
export function exactTime(value: string): Html {
  return inZone((zone) => html`<time datetime=${value} title=${zone}>${localTime(zone, value)}</time>`)
}

/** Renders what depends on the time zone of the company. */
export function inZone(content: (zone: string) => Html): Html {
  return html`<${TimeZone.Consumer}>${content}<//>`
}

// Undefined for a time a week or more from now.
function relative(difference: number): string | undefined {
  const distance = Math.abs(difference)
  if (distance >= weekMs) return undefined
  if (distance < minuteMs) return difference > 0 ? 'in less than a minute' : 'just now'
  const span = spanOf(distance)
  return difference > 0 ? `in ${span}` : `${span} ago`
}

function spanOf(distance: number): string {
  if (distance < hourMs) return `${Math.floor(distance / minuteMs)} min`
  if (distance < dayMs) return `${Math.floor(distance / hourMs)} h`
  const days = Math.floor(distance / dayMs)
  return days === 1 ? '1 day' : `${days} days`
}
