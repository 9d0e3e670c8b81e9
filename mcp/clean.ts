import { type KindName, kinds } from '../src/portfolio/kinds.ts'
import { escapeLine, escapeText } from './escape-invisible.ts'

type Row = Record<string, unknown>
type Route = NonNullable<(typeof kinds)[KindName]['route']>
/** A record and the API route of its kind. */
type RoutedRecord = { route: Route; row: Row }

/**
 * Returns a copy of a value for an answer: without empty fields, with escaped texts, truncated to
 * `maxTextBytes`. A truncated text names the API route of its record.
 */
export function clean(value: unknown, maxTextBytes: number, key = '', record?: RoutedRecord): unknown {
  // A character is at least one byte: what follows is cut in any case, and need not be escaped.
  if (typeof value === 'string')
    return truncate(escapeText(value.slice(0, maxTextBytes + 1)), maxTextBytes, record)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => clean(item, maxTextBytes, key, record))
  const row = value as Row
  const route = routeByKey.get(key)
  const ownRecord = route ? { route, row } : record
  const cleaned: Row = {}
  for (const name of Object.keys(row)) {
    const item = row[name]
    if (item !== null && item !== undefined) cleaned[name] = clean(item, maxTextBytes, name, ownRecord)
  }
  return cleaned
}

function truncate(text: string, maxBytes: number, record: RoutedRecord | undefined): string {
  // UTF-8 takes at most three bytes for a UTF-16 code unit.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  const start = Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `${start}… [truncated${record ? `; full text: GET /api/portfolio/${routeOf(record)}` : ''}]`
}

// The API route of the records behind each key of an answer.
const routeByKey = new Map<string, Route>([
  ...Object.values(kinds).flatMap(({ key, listKey, route }) =>
    route ? [[key, route] as const, [listKey, route] as const] : [],
  ),
  ['risks', kinds.signal.route],
  ['growth_points', kinds.signal.route],
])

function routeOf({ route: { path, by }, row }: RoutedRecord): string {
  return `${path}/${escapeLine(String(row[by]))}`
}
