import { escapeInvisible } from './escape-invisible.ts'

type Row = Record<string, unknown>

/**
 * Returns a copy of a value for an answer: without empty fields, with invisible characters escaped, and with texts
 * truncated to `maxTextBytes`. A truncated text names the API route of its record.
 */
export function clean(value: unknown, maxTextBytes: number, key = '', route?: string): unknown {
  // A character is at least one byte: what follows is cut in any case, and need not be escaped.
  if (typeof value === 'string')
    return truncate(escapeInvisible(value.slice(0, maxTextBytes + 1)), maxTextBytes, route)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => clean(item, maxTextBytes, key, route))
  const recordRoute = recordRoutes[key]?.(value as Row) ?? route
  const cleaned: Row = {}
  for (const [name, item] of Object.entries(value))
    if (item !== null && item !== undefined) cleaned[name] = clean(item, maxTextBytes, name, recordRoute)
  return cleaned
}

function truncate(text: string, maxBytes: number, route: string | undefined): string {
  // UTF-8 takes at most three bytes for a UTF-16 code unit.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  const start = Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `${start}… [truncated${route ? `; full text: GET /api/portfolio/${route}` : ''}]`
}

// The API route of a record, by the name of its list in an answer.
const recordRoutes: Record<string, (row: Row) => string> = {
  product: ({ slug }) => `products/${slug}`,
  products: ({ slug }) => `products/${slug}`,
  apps: ({ slug }) => `apps/${slug}`,
  signals: ({ id }) => `signals/${id}`,
  risks: ({ id }) => `signals/${id}`,
  growth_points: ({ id }) => `signals/${id}`,
  insights: ({ id }) => `insights/${id}`,
  economics: ({ id }) => `economics/${id}`,
  decisions: ({ id }) => `decisions/${id}`,
  tasks: ({ id }) => `tasks/${id}`,
  rules: ({ id }) => `canon-rules/${id}`,
}
