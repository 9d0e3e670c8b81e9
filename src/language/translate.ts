import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'
import { en } from './en/index.ts'
import { type Language, localeOf } from './languages.ts'
import { ru } from './ru/index.ts'

type English = typeof en
type Page = keyof English & string

/** The key of a text: the page of the catalogs, and its name there, such as `account.passwordChanged`. */
export type Key = { [P in Page]: `${P}.${keyof English[P] & string}` }[Page]

type Text<K extends Key> = K extends `${infer P extends Page}.${infer Name}`
  ? English[P][Name & keyof English[P]] & string
  : never

// The part of a text between tags becomes the argument of a function, such as one that makes it a link.
type Tags<T extends string, Part> = T extends `${string}<${infer Name}>${string}</${string}>${infer Rest}`
  ? { [K in Name]: (content: Part[]) => Part } & Tags<Rest, Part>
  : unknown

/** The arguments of a text. `Value` is the type of those that are neither counted nor formatted. */
type Arguments<T extends string, Value> = GetICUArgs<
  T,
  { ICUArgument: Value; ICUNumberArgument: number; ICUDateArgument: Date | number }
>

/** The arguments of a text, or none if it has none. */
export type ArgumentsOf<K extends Key, Value = string | number> = keyof Arguments<
  Text<K>,
  Value
> extends never
  ? []
  : [Arguments<Text<K>, Value>]

/** The arguments of a text in a template: markup is allowed, and tags are functions. */
export type MarkupArguments<K extends Key, Markup> = [Arguments<Text<K>, Markup> & Tags<Text<K>, Markup>]

const catalogs: Record<Language, Record<string, Record<string, string>>> = { en, ru }
const messages: Record<Language, Map<string, string | IntlMessageFormat>> = { en: new Map(), ru: new Map() }

/** Returns a text in a language, with numbers and plurals by its rules. */
export function translate<K extends Key>(language: Language, key: K, ...values: ArgumentsOf<K>): string {
  return String(format(language, key, values[0]))
}

/** Returns a text whose arguments may be markup, in parts. */
export function translateParts<K extends Key, Markup>(
  language: Language,
  key: K,
  values: Record<string, unknown>,
): Markup {
  return format(language, key, values) as Markup
}

/** Returns the texts of a page in a language as they stand in its catalog, for a program that fills them in itself. */
export function textsOf(language: Language, page: Page): Readonly<Record<string, string>> {
  return catalogs[language][page] ?? {}
}

/** Like `translate`, for arguments that are not known to the types. */
export function format(language: Language, key: Key, values?: Record<string, unknown>): unknown {
  const message = messageOf(language, key)
  return typeof message === 'string' ? message : message.format(values as Record<string, PrimitiveType>)
}

// A text is parsed when it is first shown.
function messageOf(language: Language, key: Key): string | IntlMessageFormat {
  const known = messages[language].get(key)
  if (known !== undefined) return known
  const [page = '', name = ''] = key.split('.')
  const text = catalogs[language][page]?.[name]
  if (text === undefined) throw new Error(`no text ${key} in ${language}`)
  const message = /[{<']/.test(text) ? new IntlMessageFormat(text, localeOf(language)) : text
  messages[language].set(key, message)
  return message
}
