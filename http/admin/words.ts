// The names that do not say in words what they are.
const labels: Record<string, string> = {
  q: 'Contains',
  query: 'Contains',
  search: 'Contains',
  is_favorite: 'Favourite',
  is_active: 'Switched on',
  id: 'Number',
  duration_ms: 'Milliseconds',
  ip: 'IP address',
}

/** Returns a field name or a value as words: "Store url" for `store_url`, "In review" for `in-review`. */
export function words(name: string): string {
  const label = labels[name]
  if (label) return label
  const spaced = name.replace(/_(id|slug|count)$/, '').replaceAll(/[_-]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns a count with its noun: "1 product", "1,204 products". */
export function counted(count: number, { singular, plural }: { singular: string; plural: string }): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}
