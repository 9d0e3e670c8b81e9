import { dayMs } from '../../../src/record/rules/day.ts'
import { localTime } from '../../../src/record/time-zone.ts'
import { type Html, html, TimeZone } from './html.ts'
import { pageLocale } from './text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const weekMs = 7 * dayMs

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

/** Returns whether a text is a day that exists, such as 2026-11-28. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Returns a day as text in the language of the page: "28 Nov 2026", "28 нояб. 2026 г.". */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
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
