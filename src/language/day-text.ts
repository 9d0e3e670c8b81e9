import { type Language, localeOf } from './languages.ts'

/** Returns a day as text in a language: "28 Nov 2026", "28 нояб. 2026 г.". */
export function dayTextIn(language: Language, day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
