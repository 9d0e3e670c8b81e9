import { findByName, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { type CatalogPhrase, phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { inOneLine, withKey } from '../../../src/record/named.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'
import { isKey, keyOf, keysIn, type NamedItem, plainItems, recordsText } from './records-text.ts'
import type { ShownName } from './shown-names.ts'

const maxItems = 20
const maxTitleLength = 255

/** The titles of records by their type and id, `signal 12`. */
type Titles = ReadonlyMap<string, string>

/**
 * Replaces the texts in the lists of records of a form by the types and ids of the records. Returns a message for a text
 * that may mean several records. A text that means none is left to the validation. `names` are those that the form showed.
 */
export async function resolveRecords(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  names: readonly ShownName[] = [],
) {
  const resolved: { values: FormValues; errors: Record<string, Message> } = { values: {}, errors: {} }
  for (const { control, items } of listsIn(controls, values)) {
    const list: NamedItem[] = []
    for (const item of items) {
      const named =
        typeof item === 'string' ? await itemsOf(read, item, control.types ?? [], names) : [[item]]
      for (const candidates of named) {
        if (candidates.length > 1) resolved.errors[control.name] = await severalMeant(read, candidates)
        list.push(...candidates.slice(0, 1))
      }
    }
    resolved.values[control.name] = list
  }
  return resolved
}

async function severalMeant(read: Read, candidates: readonly NamedItem[]): Promise<CatalogPhrase> {
  const records = recordsText(candidates, await titlesOf(read, candidates))
  return phrase('form.severalMeant', { records })
}

/** Returns the lists of records of a form as text, with the titles of the records, or as they were typed; and these records. */
export async function nameRecords(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
): Promise<{ values: FormValues; names: ShownName[] }> {
  const lists = listsIn(controls, values)
  const records = lists.flatMap(({ items }) => items.filter((item) => typeof item !== 'string'))
  const titles = await titlesOf(read, records)
  const texts = lists.map(({ control, items }) => [control.name, recordsText(items, titles)])
  const names = [...titles].map(([key, title]) => {
    const [type = '', id] = key.split(' ')
    return { type, id: Number(id), text: withKey(title, key) }
  })
  return { values: Object.fromEntries(texts), names }
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
async function itemsOf(
  read: Read,
  text: string,
  types: readonly string[],
  names: readonly ShownName[],
): Promise<NamedItem[][]> {
  // A control of one line has no line breaks.
  const line = inOneLine(text)
  const keys = keysIn(line).filter(({ type }) => types.includes(type))
  const current = await titlesOf(read, keys)
  const titlesFor = (type: string, id: number) => [
    current.get(`${type} ${id}`) ?? '',
    ...names.filter((name) => name.type === type && name.id === id).map((name) => titleIn(name.text)),
  ]
  const items: { item: NamedItem; hasTitle: boolean }[] = []
  const addFirst = (texts: string, ...keyed: NamedItem[]) =>
    items.unshift(
      ...keyed.map((item) => ({ item, hasTitle: true })),
      ...plainItems(texts, types).map((item) => ({ item, hasTitle: false })),
    )
  let left = line
  for (const { type, id, start, end } of keys.toReversed()) {
    const before = line.slice(0, start).trimEnd()
    const after = left.slice(end)
    if (end > left.length || !/^[\s;,]*$|^\s*[;,]/.test(after)) continue
    const others = titlesFor(type, Number(id)).flatMap((title) => textBefore(inOneLine(title), before))[0]
    if (others === undefined) continue
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

// Returns the text before a title that ends another text, if the title is an item of its own there.
function textBefore(title: string, text: string): string[] {
  if (title === '' || !text.endsWith(title)) return []
  const before = text.slice(0, -title.length).trimEnd()
  return /^$|[;,]$/.test(before) ? [before] : []
}

// Returns the title in a text such as `Crash (signal 12)`.
function titleIn(text: string): string {
  return text.slice(0, text.lastIndexOf(' ('))
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
