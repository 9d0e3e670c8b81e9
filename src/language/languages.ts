/** The languages of the web interface and of messages to people, by their codes. Each has its name in itself. */
export const languages = { en: 'English', ru: 'Русский' } as const
export type Language = keyof typeof languages

// Why the day of the week, the month and the year stand in this order: `28 Nov 2026`, not `Nov 28, 2026`.
const locales: Record<Language, string> = { en: 'en-GB', ru: 'ru' }

/** Returns the locale by which the numbers, dates and lists of a language are formatted. */
export function localeOf(language: Language): string {
  return locales[language]
}
