import { visible } from './escape-invisible.ts'

type Row = Record<string, unknown>

/** A value without what is empty, with everything in it visible, and with texts of at most `most` bytes. */
export function clean(value: unknown, most: number, key = '', route?: string): unknown {
  // A text longer than that is cut in any case: the rest of it need not be looked at.
  if (typeof value === 'string') return cut(visible(value.slice(0, most + 1)), most, route)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => clean(item, most, key, route))
  const own = whole[key]?.(value as Row) ?? route
  const cleaned: Row = {}
  for (const [name, item] of Object.entries(value))
    if (item !== null && item !== undefined) cleaned[name] = clean(item, most, name, own)
  return cleaned
}

function cut(text: string, most: number, route: string | undefined): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text
  const start = Buffer.from(text)
    .subarray(0, most)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `${start}… [cut${route ? `; whole: GET /api/portfolio/${route}` : ''}]`
}

// Where a record is whole, by the name its list has in an answer.
const whole: Record<string, (row: Row) => string> = {
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
