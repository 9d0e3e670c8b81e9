import { type Html, html } from './html.ts'
import { words } from './words.ts'

// The tone of a value is its color. Every other value is neutral.
const tones: Record<string, string> = {
  active: 'good',
  ok: 'good',
  core: 'good',
  confirmed: 'good',
  done: 'good',
  resolved: 'good',
  fixed: 'good',
  released: 'good',
  won: 'good',
  completed: 'good',
  verified: 'good',
  live: 'good',
  scale: 'good',
  'growth-point': 'good',
  critical: 'bad',
  blocked: 'bad',
  rejected: 'bad',
  problem: 'bad',
  disputed: 'bad',
  removed: 'bad',
  high: 'warn',
  risk: 'warn',
  suspicious: 'warn',
  pending: 'warn',
  'in-review': 'warn',
  'product-candidate': 'warn',
  overdue: 'warn',
  sunset: 'warn',
}

/** Renders a value of a vocabulary as a badge. */
export function badge(value: string): Html {
  return html`<span class=${`badge ${tones[value] ?? ''}`}>${words(value)}</span>`
}

/** Renders a timestamp as `2026-11-21 01:41`, in UTC. */
export function timestamp(value: string, precision: 'minute' | 'second' = 'minute'): Html {
  const shown = value.slice(0, precision === 'minute' ? 16 : 19).replace('T', ' ')
  return html`<time datetime=${value} title=${`${value} (UTC)`}>${shown}</time>`
}

/** Renders an external link. Any other scheme than http and https is shown as text. */
export function externalLink(value: string): Html {
  if (!/^https?:\/\//i.test(value)) return value
  return html`<a href=${value} rel="noreferrer noopener" target="_blank">${value.replace(/^https?:\/\//, '')}</a>`
}

/** Renders a value that is absent. */
export const absent = html`<span class="absent">–</span>`

type Named = { id: number; name: string }

// The collections of the records that an answer embeds as `{ id, name }`, by the name of the field.
const embedded: Record<string, string> = {
  company: 'companies',
  application: 'applications',
  strategy: 'strategies',
  owner: 'users',
  service: 'services',
  improvement: 'improvements',
  agent: 'agents',
  direction: 'directions',
  competitor: 'competitors',
  user: 'users',
}
const slugged: Record<string, string> = {
  product_slug: 'products',
  direction_slug: 'directions',
  app_slug: 'apps',
}
const referenced: Record<string, string> = {
  app_id: 'applications',
  company_id: 'companies',
  product_decision_id: 'decisions',
}

/** Renders the value of a field by its name and type. */
export function display(name: string, value: unknown, isChoice = false): Html {
  if (value === null || value === undefined || value === '') return absent
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'created_by' || name === 'updated_by' || name === 'actor') return (value as Named).name
  if (embedded[name] && typeof value === 'object') {
    const { id, name: label } = value as Named
    return html`<a href=${`/admin/${embedded[name]}/${id}`}>${label}</a>`
  }
  if (slugged[name]) return html`<a href=${`/admin/${slugged[name]}/${value}`}>${value}</a>`
  if (referenced[name]) return html`<a href=${`/admin/${referenced[name]}/${value}`}>#${value}</a>`
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 })
  if (Array.isArray(value)) return value.map((item) => text(item)).join(', ') || absent
  if (typeof value !== 'string') return text(value)
  if (isChoice) return badge(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return timestamp(value)
  if (/_?url$|^website$/.test(name)) return externalLink(value)
  return value
}

/** Returns a value as plain text. */
export function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const { title, name } = value as { title?: unknown; name?: unknown }
  const label = title ?? name
  return typeof label === 'string' ? label : JSON.stringify(value)
}
