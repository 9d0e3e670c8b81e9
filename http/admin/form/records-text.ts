/** Returns a list of records as a form shows it: `signal 12, decision 3`. */
export function recordsText(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value.map(({ type, id = '' }) => `${type} ${id}`.trim()).join(', ')
}

/** Returns the records of a text such as `signal 12, decision 3`, to be validated. */
export function recordsOf(text: string): { type: string; id?: string }[] {
  const items = text.split(/[,;\n]/).map((item) => item.trim())
  return items.filter(Boolean).map((item) => {
    // The lookbehind lets the search begin only once in a row of digits, or of separators, so it takes linear time.
    const id = /(?<!\d)\d+$/.exec(item)?.[0]
    if (id === undefined) return { type: item }
    return { type: item.slice(0, -id.length).replace(/(?<![\s#])[\s#]+$/, ''), id }
  })
}
