/** Returns a list of records as a form shows it: `signal 12, decision 3`. */
export function recordsText(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value.map(({ type, id = '' }) => `${type} ${id}`.trim()).join(', ')
}

/** Returns the records of a text such as `signal 12, decision 3`, to be validated. */
export function recordsOf(text: string): { type: string; id?: string }[] {
  const items = text.split(/[,;\n]/).map((item) => item.trim())
  return items.filter(Boolean).map((item) => {
    const { type = item, id } = /^(?<type>.*?)[\s#]*(?<id>\d+)$/.exec(item)?.groups ?? {}
    return { type, ...(id !== undefined && { id }) }
  })
}
