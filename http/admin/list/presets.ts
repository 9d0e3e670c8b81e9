import type { Person } from '../../../src/access/person.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { SavedFilter } from '../../../src/people/saved-filter.ts'
import type { Message } from '../../../src/record/fault.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { mondayOf, weekOf } from '../../../src/record/rules/iso-week.ts'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { csrfField } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { inZone } from '../html/time.ts'
import { listAddress, recordAddress } from '../record/address.ts'

const presetToleranceMs = 3_600_000

type Filters = Record<string, string>

/** A choice of filters with a name. Those that depend on the day, or keep filters that are set, are returned for them. */
export type Preset = { label: Message; query: Filters | ((filters: Filters, today: string) => Filters) }

type Presets = {
  collection: string
  presets: readonly Preset[]
  saved: SavedFilter[]
  /** The filters that are set. */
  filters: Filters
  person: Person
}

/** Renders the presets of a list, and the saved filters beside them. */
export function presets({ collection, presets, saved, filters, person }: Presets): Html {
  if (presets.length + saved.length === 0) return null
  return html`<nav class="presets" aria-label=${t('list.presets')}>
    ${presets.map(({ label, query }) =>
      typeof query === 'function'
        ? inZone((zone) => chip(collection, label, query(filters, todayIn(zone)), filters))
        : chip(collection, label, query, filters),
    )}
    ${saved.map((filter) => savedChip(filter, filters, person))}
  </nav>`
}

/** The presets of work by the week in which it is due, which keep the other filters. */
export const weekPresets: readonly Preset[] = [
  { label: phrase('list.thisWeek'), query: (filters, today) => ({ ...filters, ...dueInWeek(today) }) },
  {
    label: phrase('list.nextWeek'),
    query: (filters, today) => ({ ...filters, ...dueInWeek(daysAfter(today, 7)) }),
  },
]

function dueInWeek(day: string) {
  const monday = mondayOf(weekOf(day))
  return { due_from: monday, due_to: daysAfter(monday, 6) }
}

/** Returns whether the person may save filters. A person who is not active only reads. */
export function maySave({ status }: Person): boolean {
  return status === 'active'
}

/** Returns whether the person may delete a saved filter. Owners may delete their own, admins any. */
export function mayDelete({ is_own }: SavedFilter, person: Person): boolean {
  return maySave(person) && (is_own || person.role === 'admin')
}

/** Returns the address of a list with a saved filter. */
export function savedAddress({ collection, query }: Pick<SavedFilter, 'collection' | 'query'>): string {
  return listAddress(collection, query)
}

/** Returns the address that saves a query of a list. */
export function saveAddress(collection: string, query: string): string {
  return listAddress('saved-filters', { collection, query })
}

function chip(collection: string, label: Message, query: Filters, filters: Filters): Html {
  return html`<a
    href=${listAddress(collection, query)}
    aria-current=${isCurrent(query, filters) ? 'true' : undefined}
    >${label}</a
  >`
}

function savedChip(filter: SavedFilter, filters: Filters, person: Person): Html {
  const { id, name, query, is_own, is_shared, owner } = filter
  const { sort: _, ...saved } = Object.fromEntries(new URLSearchParams(query))
  const about = is_own
    ? is_shared
      ? t('list.yourSharedFilter')
      : t('list.yourFilter')
    : t('list.sharedBy', { name: visibleName(owner) })
  const isRemovable = mayDelete(filter, person)
  return html`<span class=${isRemovable ? 'saved removable' : 'saved'}
    ><a
      href=${savedAddress(filter)}
      title=${about}
      aria-current=${isCurrent(saved, filters) ? 'true' : undefined}
      >${name}</a
    >${
      isRemovable
        ? html`<a href=${`${recordAddress('saved-filters', id)}/delete`} aria-label=${t('list.deleteSavedFilter', { name })}>×</a>`
        : null
    }</span
  >`
}

type SaveForm = {
  collection: string
  filters: Filters
  sort?: string | undefined
  person: Person
  csrf: string
}

/** Renders a form that saves the filters that are set, if the person may save them. */
export function saveForm({ collection, filters, sort, person, csrf }: SaveForm): Html {
  if (Object.keys(filters).length === 0 || !maySave(person)) return null
  const query = new URLSearchParams({ ...filters, ...(sort && { sort }) })
  return html`<details class="save-filter">
    <summary>${t('list.saveTheseFilters')}</summary>
    <form method="post" action=${saveAddress(collection, String(query))}>
      ${csrfField(csrf)}
      <label>${t('list.filterName')} <input type="text" name="name" required maxlength="100" autocomplete="off" /></label>
      <label><input type="checkbox" name="is_shared" value="1" /> ${t('list.shareFilter')}</label>
      <button>${t('form.save')}</button>
    </form>
  </details>`
}

// The start of a relative period differs from one rendering to the next, so times are compared with a tolerance.
function isCurrent(query: Filters, filters: Filters): boolean {
  const names = Object.keys(query)
  const isSame = (one: string, other = '') =>
    one === other || Math.abs(Date.parse(one) - Date.parse(other)) < presetToleranceMs
  return (
    names.length === Object.keys(filters).length &&
    names.every((name) => isSame(query[name] ?? '', filters[name]))
  )
}
