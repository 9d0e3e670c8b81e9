import { Phrase } from '../src/language/phrase.ts'
import {
  answerKeys,
  type KindName,
  kindNames,
  kindOfApiName,
  kinds,
  routePath,
} from '../src/portfolio/kinds.ts'
import { attentionKinds } from '../src/portfolio/summary/attention.ts'
import { escapeLine, escapeText } from './escape-invisible.ts'

type Row = Record<string, unknown>

/**
 * Returns a copy of a value for an answer: without empty fields, with escaped texts, truncated to
 * `maxTextBytes`. A truncated text names the API route that returns it in full.
 */
export function clean(value: unknown, maxTextBytes: number, key = '', route?: () => string): unknown {
  // A character is at least one byte: what follows is cut in any case, and need not be escaped.
  if (typeof value === 'string')
    return truncate(escapeText(value.slice(0, maxTextBytes + 1)), maxTextBytes, route)
  // Programs read what the service says in English.
  if (value instanceof Phrase) return clean(String(value), maxTextBytes, key, route)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => clean(item, maxTextBytes, key, route))
  const row = value as Row
  const ownRoute = routeOf(key, row) ?? route
  const cleaned: Row = {}
  for (const name of Object.keys(row)) {
    const item = row[name]
    if (item !== null && item !== undefined)
      cleaned[name] = clean(item, maxTextBytes, key === 'proposal' ? '' : name, ownRoute)
  }
  return cleaned
}

function truncate(text: string, maxBytes: number, route?: () => string): string {
  // UTF-8 takes at most three bytes for a UTF-16 code unit.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  const start = Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/(?<!\uFFFD)\uFFFD+$/, '')
  return `${start}… [truncated${route ? `; full text: GET /api/portfolio/${route()}` : ''}]`
}

// Functions that return the kind of a row, by the key that contains it. In a mixed list the row itself names its kind.
const kindByKey = new Map<string, (row: Row) => KindName | undefined>([
  ...kindNames
    // No route returns one direction.
    .filter((kind) => kind !== 'direction')
    .flatMap((kind) => Object.values(answerKeys(kind)).map((key) => [key, () => kind] as const)),
  ['risks', () => 'signal'],
  ['growth_points', () => 'signal'],
  ['canon', () => 'canon_rule'],
  ['decided', () => 'decision'],
  ['due', () => 'decision'],
  ['reached', () => 'decision'],
  ['unresolved_critical', () => 'signal'],
  ['overdue', () => 'task'],
  ['untouched', () => 'product'],
  ['need_attention', ({ type }) => attentionKinds[type as keyof typeof attentionKinds]],
  // The results of a batch name no kind.
  ['results', ({ kind }) => kindNames.find((name) => name === kindOfApiName(String(kind)))],
])

function routeOf(key: string, row: Row): (() => string) | undefined {
  // The record itself has only the newest value of a changed text, and no route returns one direction.
  if (key === 'changes' || key === 'directions') return () => key
  if (key === 'proposal') return () => `proposals/${row.id}`
  const kind = kindByKey.get(key)?.(row)
  const name = kind && kinds[kind].hasSlug ? row.slug : row.id
  // A changed field may be named like a kind, such as `decision`, but its value has no id.
  return kind && name != null ? () => `${routePath(kind)}/${escapeLine(String(name))}` : undefined
}
