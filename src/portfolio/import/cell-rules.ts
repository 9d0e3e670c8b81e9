import type { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'
import type { appPlatforms } from '../vocabulary.ts'

export const maxNumberLength = 40

/**
 * Returns the rule for a cell with a number. Groups of digits may be separated, and decimal places by a comma. Exactly
 * three digits after a single separator may be either, as in `12,000`, so a cell for an integer rejects them.
 */
export function numberCell<S extends z.ZodType>(schema: S) {
  return rule((cell) => (typeof cell === 'string' ? numberText(cell) : cell), schema)
}

/** Returns the rule for a cell with a boolean, in English, German or Russian. */
export function booleanCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? (booleans.get(cell.trim().toLowerCase()) ?? cell) : cell),
    schema,
  )
}

const yes = ['1', 'true', 'yes', 'y', 'wahr', 'ja', 'j', 'истина', 'да', 'д']
const no = ['0', 'false', 'no', 'n', 'falsch', 'nein', 'ложь', 'нет', 'н']
const booleans = new Map([
  ...yes.map((word) => [word, true] as const),
  ...no.map((word) => [word, false] as const),
])

// The groups of a number whose decimal separator is known by them, each as a pattern of the entire number.
const grouped: [RegExp, group: RegExp][] = [
  [/^-?\d{1,3}([ '’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/, /[ '’]/g],
  [/^-?\d{1,3}(?:,\d{3})+\.\d+$/, /,/g],
  [/^-?\d{1,3}(?:\.\d{3})+,\d+$/, /\./g],
  [/^-?\d{1,3}(?:,\d{3}){2,}$/, /,/g],
  [/^-?\d{1,3}(?:\.\d{3}){2,}$/, /\./g],
]

/** Returns a number as plain digits. Returns any other text as it is. */
export function numberText(cell: string): string {
  const text = cell
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .trim()
    .replace(/^−/, '-')
  if (text.length > maxNumberLength) return cell
  const [, separators] = grouped.find(([form]) => form.test(text)) ?? []
  const plain = (separators ? text.replace(separators, '') : text).replace(',', '.')
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return cell
  return plain.replace(separators ? /\.0+$/ : /\.(?!000$)0+$/, '')
}

// The names of the stores, which many tools write for the platform.
const storeNames = {
  iOS: 'app store, apple app store, app store connect, apple, itunes, itunes connect, iphone, ipad, ios app store',
  Android: 'google play, google play store, googleplay, play store, play, google',
  Huawei: 'appgallery, app gallery, huawei appgallery',
  RuStore: 'ru store',
  macOS: 'mac app store, mac',
  Windows: 'microsoft store, windows store',
  Web: 'website',
} satisfies Partial<Record<keyof typeof appPlatforms, string>>
const platformByName = new Map(
  Object.entries(storeNames).flatMap(([platform, list]) => list.split(', ').map((name) => [name, platform])),
)

/** Returns the rule for a cell with a platform, also by the name of its store, such as `Google Play`. */
export function platformCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? (platformByName.get(nameIn(cell)) ?? cell) : cell),
    schema,
  )
}

function nameIn(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
}
