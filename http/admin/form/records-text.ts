/** The end of the name of a control that adds a record to a list of records. */
export const moreSuffix = '_more'

/** A record that a form names: its type and id, or a text that is neither, to be looked up or rejected. */
export type NamedItem = { type: string; id?: string }

/** Returns a list of records as a form shows it: `signal 12, decision 3`, or with titles `Crash (signal 12); …`. */
export function recordsText(value: unknown, titles?: ReadonlyMap<string, string>): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : ''
  const items = value.map(({ type, id = '' }) => {
    const key = `${type} ${id}`.trim()
    const title = titles?.get(key)
    return title === undefined ? key : `${title} (${key})`
  })
  return items.join(titles ? '; ' : ', ')
}

/**
 * Returns the records of a text such as `signal 12, decision 3` or `Crash (signal 12); Slow start (decision 3)`. A text
 * that names none is one item, the title of a record or an error.
 */
export function recordsOf(text: string): NamedItem[] {
  const items: NamedItem[] = []
  let rest = text
  // A title may contain the characters that separate the items.
  for (const [titled = '', type = '', id = ''] of text.matchAll(/\(([a-z]{1,20}) (\d{1,15})\)/g)) {
    const start = rest.indexOf(titled)
    items.push(...keysIn(rest.slice(0, start)), { type, id })
    rest = rest.slice(start + titled.length)
  }
  const left = rest.replace(/^[\s;,]+/, '').trim()
  if (left === '') return items
  const keys = separated(left).map(itemOf)
  return [...items, ...(keys.some(({ id }) => id !== undefined) ? keys : [{ type: left }])]
}

// What stands before a title: other records, and the title itself, which is left out.
function keysIn(text: string): NamedItem[] {
  return separated(text)
    .map(itemOf)
    .filter(({ type, id }) => id !== undefined && /^[a-z]+$/i.test(type))
}

function separated(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)
}

function itemOf(item: string): NamedItem {
  // The lookbehind lets the search begin only once in a row of digits, or of separators, so it takes linear time.
  const id = /(?<!\d)\d+$/.exec(item)?.[0]
  if (id === undefined) return { type: item }
  return { type: item.slice(0, -id.length).replace(/(?<![\s#])[\s#]+$/, ''), id }
}
