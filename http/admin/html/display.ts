import type { Person } from '../../../src/access/person.ts'
import { personIn } from '../../../src/access/user.ts'
import { type RecordReference, type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { replaceInvisible, visibleName } from '../../../src/record/invisible.ts'
import { isDay } from '../../../src/record/rules/day.ts'
import type { Enumeration } from '../../../src/record/rules/enumeration.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { referenceAddress } from '../record/address.ts'
import { typeOf } from '../record/field-traits.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { namedUserLink } from '../record/person-link.ts'
import { titleLink } from '../record/record-link.ts'
import { type Html, html } from './html.ts'
import { numberText, rich, t } from './text.ts'
import { dayText, inZone, timestamp } from './time.ts'
import { severityBadge, valueBadge } from './value.ts'

// A URL with any scheme other than http or https is shown as text.
function externalLink(value: string): Html {
  if (!/^https?:\/\//i.test(value)) return value
  return html`<a href=${replaceInvisible(value, encodeURIComponent)} rel="noreferrer noopener" target="_blank">${value.replace(/^https?:\/\//, '')}</a>`
}

/** The placeholder of an absent value. */
export const absent = html`<span class="absent">–</span>`

type Named = { id: number; name: string }

/** Returns whether a field is shown as a link to the record that it refers to, or to the user whom it names. */
export function isReference(name: string): boolean {
  return typeOf(name) !== undefined || personIn(name, '') !== undefined
}

/**
 * The person who looks at a value, and the titles of the records that values refer to by an id or a slug. `row` is the
 * record with the value.
 */
export type Viewer = { person: Person; titles: RecordTitles; row?: Record<string, unknown> }

/**
 * Returns the record that a value refers to by its id or slug, or the person whom a text may name. A field such as
 * `blocked_by` may also contain a text.
 */
export function keyOf(name: string, value: unknown): RecordReference | undefined {
  const named = personIn(name, value)
  if (named) return named
  const record_type = typeOf(name)
  if (!record_type) return undefined
  if (typeof value === 'number') return { record_type, record_id: value }
  return typeof value === 'string' && name.endsWith('_slug') ? { record_type, record_id: value } : undefined
}

// Renders an id, a slug, `{ id, name }` or a text that names a user as a link to the record, unless the person may not
// see its page. Returns undefined for any other value.
function referenceLink(name: string, value: unknown, { person, titles }: Viewer): Html | undefined {
  const named = personIn(name, value)
  if (named) return namedUserLink(named, titles, person)
  const record = keyOf(name, value)
  if (record) return titleLink(record, titles.get(recordKey(record)))
  const record_type = typeOf(name)
  if (!record_type || typeof value !== 'object') return undefined
  const { id } = value as Named
  const label = visibleName(value as Named)
  if (hiddenFrom(person).includes(record_type)) return label
  return html`<a href=${referenceAddress({ record_type, record_id: id })}>${label}</a>`
}

/** Renders the value of a field by its name, its enumeration and its type. Without a viewer the field refers to no record. */
export function display(name: string, value: unknown, enumeration?: Enumeration, viewer?: Viewer): Html {
  if (value === null || value === undefined || value === '') return absent
  if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no')
  const reference = viewer && referenceLink(name, value, viewer)
  if (reference) return reference
  if (name === 'id') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return value.map((item) => text(item)).join(', ') || absent
  if (typeof value !== 'string') return text(value)
  if (enumeration)
    return name === 'severity'
      ? severityBadge(value, viewer?.row?.signal_type)
      : valueBadge(enumeration, value)
  if (isTime(value)) return timestamp(value)
  if (isDay(value)) return dayOf(value)
  if (/_?url$|^website$/.test(name)) return externalLink(value)
  return value
}

/** Renders the day by which something is due, and whether that day has passed while it is still open. */
export function dueDay(value: unknown, isOpen: boolean): Html {
  if (typeof value !== 'string') return absent
  const day = dayOf(value)
  if (!isOpen) return day
  return inZone((zone) =>
    value < todayIn(zone) ? html`${day} <span class="badge bad">${t('time.overdue')}</span>` : day,
  )
}

function dayOf(value: string): Html {
  return html`<time datetime=${value}>${dayText(value)}</time>`
}

// A text may begin like a time.
function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

type Signed = {
  id: number
  created_at?: string
  created_by?: Named
  updated_at?: string
  updated_by?: Named
}

/** Renders who created and last changed a record, and when. */
export function signature(row: Signed): Html {
  const { id, created_at, created_by, updated_at, updated_by } = row
  if (!created_at) return null
  const created = created_by
    ? rich('time.createdBy', { time: timestamp(created_at), name: visibleName(created_by) })
    : rich('time.created', { time: timestamp(created_at) })
  return html`
    <p class="signature">
      ID ${id} · ${created}${updated_at && updated_at !== created_at ? html` · ${changed(updated_at, updated_by)}` : null}
    </p>
  `

  function changed(at: string, by: Named | undefined): Html {
    return by
      ? rich('time.changedBy', { time: timestamp(at), name: visibleName(by) })
      : rich('time.changed', { time: timestamp(at) })
  }
}

/** Returns a value as plain text. */
export function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(text).join(', ')
  const { title, name, type, id } = value as Record<string, unknown>
  const label = title ?? name ?? (typeof type === 'string' && id ? `${type} ${id}` : undefined)
  if (typeof label !== 'string') return JSON.stringify(value)
  return typeof id === 'number' ? visibleName({ id, name: label }) : label
}

/** Renders a text with a button that copies it. */
export function copyable(id: string, text: string, element: 'code' | 'pre' = 'pre'): Html {
  return html`<div class="copy">
    ${element === 'pre' ? html`<pre id=${id} tabindex="0">${text}</pre>` : html`<code id=${id}>${text}</code>`}
    <button type="button" data-copy=${`#${id}`} hidden>${t('scripts.copy')}</button>
  </div>`
}
