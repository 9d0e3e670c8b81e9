import type { Person } from '../../../src/access/person.ts'
import { type RecordReference, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Control } from '../form/controls.ts'
import type { Viewer } from '../html/display.ts'
import { words } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { RecordPages } from '../record/record.ts'
import { distinctTitle } from '../record/record-link.ts'
import { pagesOf } from '../records/index.ts'
import { filterControls, textFilters } from './filters.ts'

/** Returns the records that filters select by their ids or slugs, except those that the person may not see. */
export function filteredRecords(
  pages: RecordPages,
  sent: Record<string, string>,
  person: Person,
): RecordReference[] {
  return filterControls(pages).flatMap((control) => filteredRecord(control, sent[control.name], person) ?? [])
}

function filteredRecord(
  { collection }: Control,
  value: string | undefined,
  person: Person,
): RecordReference | undefined {
  const record_type = collection && pagesOf(collection).historyType
  if (!record_type || !value || hiddenFrom(person).includes(record_type)) return undefined
  return { record_type, record_id: /^\d{1,15}$/.test(value) ? Number(value) : value }
}

// Returns the label of a filter.
function filterLabel(controls: Control[], name: string): string {
  return controls.find((control) => control.name === name)?.label ?? words(name)
}

/** Returns a filter in words: "Severity: High". */
export function filterText(
  controls: Control[],
  name: string,
  value: string,
  { person, titles }: Viewer,
): string {
  const control = controls.find((one) => one.name === name)
  const label = filterLabel(controls, name)
  if (control?.kind === 'boolean') return `${label}: ${value === '1' || value === 'true' ? 'Yes' : 'No'}`
  if (textFilters.includes(name)) return `${label}: “${value}”`
  if (control?.kind === 'choice') return `${label}: ${words(value)}`
  const record = control && filteredRecord(control, value, person)
  const found = record && titles.get(recordKey(record))
  return `${label}: ${found ? distinctTitle(record.record_type, found) : value}`
}
