import { type Language, localeOf } from './languages.ts'

// A format is expensive to create, so that each is made when a text first needs it.
const formats = new Map<Language, Intl.DateTimeFormat>()

/** Returns a day as a language writes it in a text: "28 Nov 2026", "28 нояб. 2026 г.". */
export function dayIn(language: Language, day: string): string {
  const format = formats.get(language) ?? formatOf(language)
  formats.set(language, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

function formatOf(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
