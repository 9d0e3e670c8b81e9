import { findByName, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { inOneLine, withKey } from '../../../src/record/named.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'

const maxItems = 20
const maxTitleLength = 255

/** The titles of records by their type and id, `signal 12`. */
type Titles = ReadonlyMap<string, string>

/**
 * Replaces the texts in the lists of records of a form by the types and ids of the records. Returns a message for a text
 * that may mean several records. A text that means none is left to the validation.
 */
export async function resolveRecords(read: Read, controls: readonly Control[], values: FormValues) {
  const resolved: { values: FormValues; errors: Record<string, string> } = { values: {}, errors: {} }
  for (const { control, items } of listsIn(controls, values)) {
    const list: NamedItem[] = []
    for (const item of items) {
      const named = typeof item === 'string' ? await itemsOf(read, item, control.types ?? []) : [[item]]
      for (const candidates of named) {
        if (candidates.length > 1) resolved.errors[control.name] = await severalMeant(read, candidates)
        list.push(...candidates.slice(0, 1))
      }
    }
    resolved.values[control.name] = list
  }
  return resolved
}

async function severalMeant(read: Read, candidates: readonly NamedItem[]): Promise<string> {
  const records = recordsText(candidates, await titlesOf(read, candidates))
  return `Several records may be meant: ${records}. Type one of them like this.`
}

/** Returns the lists of records of a form as text, with the titles of the records, or as they were typed. */
export async function nameRecords(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
): Promise<FormValues> {
  const lists = listsIn(controls, values)
  const records = lists.flatMap(({ items }) => items.filter((item) => typeof item !== 'string'))
  const titles = await titlesOf(read, records)
  return Object.fromEntries(lists.map(({ control, items }) => [control.name, recordsText(items, titles)]))
}

function listsIn(controls: readonly Control[], values: FormValues) {
  return controls.flatMap((control) => {
    const items = values[control.name]
    return control.kind === 'records' && Array.isArray(items)
      ? [{ control, items: items as (NamedItem | string)[] }]
      : []
  })
}

async function titlesOf(read: Read, records: readonly NamedItem[]): Promise<Titles> {
  const known = records.filter(({ id }) => /^\d{1,15}$/.test(String(id)))
  const references = known.map(({ type, id }) => ({ record_type: type, record_id: Number(id) }))
  const found = await readTitles(read, references)
  return new Map(
    references.flatMap((reference) => {
      const title = found.get(recordKey(reference))?.title
      return title === undefined ? [] : [[`${reference.record_type} ${reference.record_id}`, title] as const]
    }),
  )
}

// Returns the records that each item of a text may mean, or a title that no record has. The text is read from its end,
// because a title may contain what looks like a key, and only the last key of an item follows its full title.
async function itemsOf(read: Read, text: string, types: readonly string[]): Promise<NamedItem[][]> {
  // A control of one line has no line breaks.
  const line = inOneLine(text)
  const keys = keysIn(line).filter(({ type }) => types.includes(type))
  const titles = await titlesOf(read, keys)
  const items: { item: NamedItem; hasTitle: boolean }[] = []
  const addFirst = (texts: string, ...keyed: NamedItem[]) =>
    items.unshift(
      ...keyed.map((item) => ({ item, hasTitle: true })),
      ...plainItems(texts, types).map((item) => ({ item, hasTitle: false })),
    )
  let left = line
  for (const { type, id, start, end } of keys.toReversed()) {
    const title = inOneLine(titles.get(`${type} ${Number(id)}`) ?? '')
    const before = line.slice(0, start).trimEnd()
    if (title === '' || end > left.length || !before.endsWith(title)) continue
    const [others, after] = [before.slice(0, -title.length).trimEnd(), left.slice(end)]
    if (!/^[\s;,]*$|^\s*[;,]/.test(after) || !/^$|[;,]$/.test(others)) continue
    addFirst(after, { type, id })
    left = others
  }
  addFirst(items.length > 0 ? left : text)
  return Promise.all(
    items.map(({ item, hasTitle }, index) =>
      hasTitle || index >= maxItems ? [item] : meant(read, types, item),
    ),
  )
}

async function meant(read: Read, types: readonly string[], item: NamedItem): Promise<NamedItem[]> {
  const name = keyOf(item)
  if (name.length > maxTitleLength) return [item]
  const titled = await Promise.all(
    types.map(async (type) => {
      const records = await findByName(read, type, name)
      return records.filter(({ title }) => title === name).map(({ id }) => ({ type, id: String(id) }))
    }),
  )
  const others = titled.flat()
  return others.length > 0 && !isKey(item, types) ? others : [item, ...others]
}

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

// Returns the type and id of a record as a text has them.
function keyOf({ type, id = '' }: NamedItem): string {
  return `${type} ${id}`.trim()
}

// Returns the keys of records in a text such as `Crash (signal 12); Slow start (decision 3)`.
function keysIn(text: string): KeyInText[] {
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
function plainItems(text: string, types: readonly string[]): NamedItem[] {
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

// Returns whether an item is the key of a record of one of the types.
function isKey({ type, id }: NamedItem, types: readonly string[]): boolean {
  return id !== undefined && types.includes(type.toLowerCase())
}

function itemOf(item: string): NamedItem {
  // The lookbehind lets the search begin only once in a row of digits, or of separators, so it takes linear time.
  const id = /(?<!\d)\d+$/.exec(item)?.[0]
  if (id === undefined) return { type: item }
  return { type: item.slice(0, -id.length).replace(/(?<![\s#])[\s#]+$/, ''), id }
}
