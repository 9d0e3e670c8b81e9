import { AsyncLocalStorage } from 'node:async_hooks'
import type { ComponentChildren as Html } from 'preact'
import { type Language, localeOf } from '../../../src/language/languages.ts'
import { Phrase } from '../../../src/language/phrase.ts'
import {
  type ArgumentsOf,
  type Key,
  type MarkupArguments,
  translate,
  translateParts,
} from '../../../src/language/translate.ts'
import type { Message } from '../../../src/record/fault.ts'

// The language of the request. Every template needs it, so it is not an argument of each.
const language = new AsyncLocalStorage<Language>()

/** Runs what answers a request in the language of the person who reads the answer. */
export function inLanguage<Result>(chosen: Language, run: () => Result): Result {
  return language.run(chosen, run)
}

/** Returns the language of the page that is rendered. */
export function pageLanguage(): Language {
  return language.getStore() ?? 'en'
}

/** Returns the locale by which numbers, dates and lists of the page are formatted. */
export function pageLocale(): string {
  return localeOf(pageLanguage())
}

// A formatter takes long to create, so each is kept.
const numberFormatters = new Map<string, Intl.NumberFormat>()

function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  const locale = pageLocale()
  const key = `${locale} ${options.notation} ${options.maximumFractionDigits}`
  const known = numberFormatters.get(key)
  const formatter = known ?? new Intl.NumberFormat(locale, options)
  if (!known) numberFormatters.set(key, formatter)
  return formatter.format(value)
}

/** Returns a number as the language of the page writes it: "1,204", "1 204". */
export function numberText(value: number, maximumFractionDigits = 2): string {
  return formatNumber(value, { maximumFractionDigits })
}

/** Returns a large number in short: "1.2M", "1,2 млн". */
export function compactText(value: number): string {
  return formatNumber(value, { notation: 'compact' })
}

/** Returns a text of the catalogs in the language of the page. */
export function t<K extends Key>(key: K, ...values: ArgumentsOf<K>): string {
  return translate(pageLanguage(), key, ...values)
}

/** Like `t`, with markup as arguments: `rich('signal.by', { author: link, b: (part) => html`<b>${part}</b>` })`. */
export function rich<K extends Key>(key: K, ...[values]: MarkupArguments<K, Html>): Html {
  return translateParts(pageLanguage(), key, values as Record<string, unknown>)
}

/** Returns a label, or what a function of the core says, in the language of the page. */
export function localized(message: Message): string {
  return message instanceof Phrase ? message.in(pageLanguage()) : message
}
