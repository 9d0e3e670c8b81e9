import { withKey } from '../../../src/record/named.ts'

/** The end of the name of a control that adds a record to a list of records. */
export const moreSuffix = '_more'

/** A record that a form names: its type and id, or a text that is neither, to be looked up or rejected. */
export type NamedItem = { type: string; id?: string }

/** A key in a text, `(signal 12)`, and where it stands. */
type KeyInText = { type: string; id: string; start: number; end: number }

// A form names at most 20 records, and the title of each has room for 25 such keys.
const maxKeys = 520

/** Returns a list of records as a form shows it: as it was typed, `signal 12, decision 3`, or `Crash (signal 12); …`. */
export function recordsText(value: unknown, titles?: ReadonlyMap<string, string>): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : ''
  const items = (value as (NamedItem | string)[]).map((item) => {
    if (typeof item === 'string') return item
    const key = keyOf(item)
    const title = titles?.get(key)
    return title === undefined ? key : withKey(title, key)
  })
  return items.join(titles ? '; ' : ', ')
}

/** Returns the type and id of a record as a text has them. */
export function keyOf({ type, id = '' }: NamedItem): string {
  return `${type} ${id}`.trim()
}

/** Returns the keys of records in a text such as `Crash (signal 12); Slow start (decision 3)`. */
export function keysIn(text: string): KeyInText[] {
  const found: KeyInText[] = []
  for (const { index, 0: key, 1: type = '', 2: id = '' } of text.matchAll(/\(([a-z]{1,20}) (\d{1,15})\)/g)) {
    found.push({ type, id, start: index, end: index + key.length })
    if (found.length === maxKeys) break
  }
  return found
}

/**
 * Returns the records of a text such as `signal 12, decision 3`. A text without a record of one of the types is one item,
 * the title of a record or an error.
 */
export function plainItems(text: string, types: readonly string[]): NamedItem[] {
  const left = text
    .trim()
    .replace(/^[\s;,]+/, '')
    .replace(/(?<![\s;,])[\s;,]+$/, '')
  if (left === '') return []
  const items = left
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)
    .map(itemOf)
  return items.some((item) => isKey(item, types)) ? items : [{ type: left }]
}

/** Returns whether an item is the key of a record of one of the types. */
export function isKey({ type, id }: NamedItem, types: readonly string[]): boolean {
  return id !== undefined && types.includes(type.toLowerCase())
}

function itemOf(item: string): NamedItem {
  // The lookbehind lets the search begin only once in a row of digits, or of separators, so it takes linear time.
  const id = /(?<!\d)\d+$/.exec(item)?.[0]
  if (id === undefined) return { type: item }
  return { type: item.slice(0, -id.length).replace(/(?<![\s#])[\s#]+$/, ''), id }
}
