import { type KindName, kinds } from '../src/portfolio/kinds.ts'
import { escapeLine, escapeText } from './escape-invisible.ts'

type Row = Record<string, unknown>

/**
 * Returns a copy of a value for an answer: without empty fields, with escaped texts, truncated to
 * `maxTextBytes`. A truncated text names the API route of its record.
 */
export function clean(value: unknown, maxTextBytes: number, key = '', route?: string): unknown {
  // A character is at least one byte: what follows is cut in any case, and need not be escaped.
  if (typeof value === 'string')
    return truncate(escapeText(value.slice(0, maxTextBytes + 1)), maxTextBytes, route)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => clean(item, maxTextBytes, key, route))
  const ownRoute = recordRoute(key, value as Row) ?? route
  const cleaned: Row = {}
  for (const [name, item] of Object.entries(value))
    if (item !== null && item !== undefined) cleaned[name] = clean(item, maxTextBytes, name, ownRoute)
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

// The kind of record behind each key of an answer.
const kindByKey = new Map<string, (typeof kinds)[KindName]>([
  ...Object.values(kinds).flatMap((kind) => [[kind.key, kind] as const, [kind.listKey, kind] as const]),
  ['risks', kinds.signal],
  ['growth_points', kinds.signal],
])

function recordRoute(key: string, row: Row): string | undefined {
  const route = kindByKey.get(key)?.route
  return route ? `${route.path}/${escapeLine(String(row[route.by]))}` : undefined
}
