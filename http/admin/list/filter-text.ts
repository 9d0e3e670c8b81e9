import type { Person } from '../../../src/access/person.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import type { Control } from '../form/controls.ts'
import { words } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { RecordPages } from '../record/record.ts'
import { pagesOf } from '../records/index.ts'
import { filterControls, textFilters } from './filters.ts'

/** The titles of the records that filters select by their ids, by the name of the filter. */
export type FilterTitles = ReadonlyMap<string, string>

/** Returns the titles of the records whose ids are set as filters, except those that the person may not see. */
export async function filterTitles(
  read: Read,
  pages: RecordPages,
  sent: Record<string, string>,
  person: Person,
): Promise<FilterTitles> {
  const references = filterControls(pages).flatMap(({ name, collection }) => {
    const type = collection && pagesOf(collection).historyType
    const isShown = type !== undefined && !hiddenFrom(person).includes(type)
    const isId = /^\d{1,9}$/.test(sent[name] ?? '')
    return isShown && isId ? [{ name, record_type: type, record_id: Number(sent[name]) }] : []
  })
  const titles = await readTitles(read, references)
  return new Map(
    references.flatMap((reference) => {
      const found = titles.get(recordKey(reference))
      return found ? [[reference.name, found.title] as const] : []
    }),
  )
}

/** Returns the label of a filter. */
export function filterLabel(controls: Control[], name: string): string {
  return controls.find((control) => control.name === name)?.label ?? words(name)
}

/** Returns a filter in words: "Severity: High". */
export function filterText(controls: Control[], name: string, value: string, titles: FilterTitles): string {
  const kind = controls.find((control) => control.name === name)?.kind
  const label = filterLabel(controls, name)
  if (kind === 'boolean') return `${label}: ${value === '1' || value === 'true' ? 'Yes' : 'No'}`
  if (textFilters.includes(name)) return `${label}: “${value}”`
  return `${label}: ${kind === 'choice' ? words(value) : (titles.get(name) ?? value)}`
}
