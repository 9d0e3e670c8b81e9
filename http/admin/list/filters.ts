import type { z } from 'zod'
import type { Person } from '../../../src/access/person.ts'
import { type RecordReference, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Message } from '../../../src/record/fault.ts'
import { isDay } from '../../../src/record/rules/day.ts'
import { filterAliases } from '../../../src/record/rules/rule.ts'
import { type Control, controlsOf } from '../form/controls.ts'
import type { Viewer } from '../html/display.ts'
import type { Html } from '../html/html.ts'
import { localized, t } from '../html/text.ts'
import { dayText, inZone, timeText } from '../html/time.ts'
import { labelOfField } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { RecordPages } from '../record/record.ts'
import { distinctTitle } from '../record/record-link.ts'
import { pagesOf } from '../records/index.ts'

/** The names of the filter by a part of a text. Each list has at most one of them. */
export const textFilters = ['q', 'search', 'query']

const pagingNames = new Set(['page', 'per_page', 'with_total', 'limit', 'offset', 'cursor', 'sort'])

// The text filter comes first, then the filters by choice.
const filterKinds: Control['kind'][] = ['choice', 'boolean', 'reference', 'date']

type Filtered = {
  list: { query: z.ZodObject }
  references?: Record<string, string> | undefined
  headings?: Record<string, Message> | undefined
}

/** Returns the names of the filters of a list: its query without paging. */
export function filterNames(query: z.ZodObject): string[] {
  return Object.keys(query.shape).filter((name) => !pagingNames.has(name))
}

/** Returns the name of the filter that a name stands for: for an alias its target, otherwise the name itself. */
export function filterName(query: z.ZodObject, name: string): string {
  return filterAliases.get(query.shape[name] as z.ZodType)?.of ?? name
}

/** Returns the controls of the filters of a list. An alias of another filter is accepted, but has no control. */
export function filterControls({ list: { query }, references = {}, headings = {} }: Filtered): Control[] {
  return controlsOf(query)
    .filter(({ name }) => !pagingNames.has(name) && filterName(query, name) === name)
    .map((control) => ({
      ...control,
      label: headings[control.name] ?? control.label,
      collection: references[control.name] ?? control.collection,
    }))
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ name, kind }: Control): number {
  if (textFilters.includes(name)) return -1
  const rank = filterKinds.indexOf(kind)
  return rank === -1 ? filterKinds.length : rank
}

/** Returns the records that filters select by their ids or slugs, except those that the person may not see. */
export function filteredRecords(
  pages: RecordPages,
  sent: Record<string, string>,
  person: Person,
): RecordReference[] {
  return filterControls(pages).flatMap((control) => filteredRecord(control, sent[control.name], person) ?? [])
}

function filteredRecord(
  { kind, collection }: Control,
  value: string | undefined,
  person: Person,
): RecordReference | undefined {
  if (kind === 'person' && value) return { record_type: 'person', record_id: value.trim() }
  const record_type = collection && pagesOf(collection).historyType
  if (!record_type || !value || hiddenFrom(person).includes(record_type)) return undefined
  return { record_type, record_id: /^\d{1,15}$/.test(value) ? Number(value) : value }
}

const isTimestamp = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

/** Renders a filter in words: "Severity: High". A time is that of the company. */
export function filterText(
  controls: readonly Control[],
  name: string,
  value: string,
  { person, titles }: Viewer,
): Html {
  const control = controls.find((one) => one.name === name)
  const label = localized(control?.label ?? labelOfField(name))
  const withValue = (shown: string) => t('value.filter', { label, value: shown })
  if (control?.kind === 'boolean')
    return withValue(value === '1' || value === 'true' ? t('value.yes') : t('value.no'))
  if (textFilters.includes(name)) return t('value.filterContains', { label, value })
  if (control?.kind === 'choice' || control?.kind === 'agent') {
    return withValue(localized(control.options?.find((option) => option.value === value)?.label ?? value))
  }
  if (isTimestamp(value)) return inZone((zone) => withValue(timeText(value, 'second', zone)))
  const record = control && filteredRecord(control, value, person)
  const found = record && titles.get(recordKey(record))
  return withValue(found ? distinctTitle(record.record_type, found) : isDay(value) ? dayText(value) : value)
}
