import type { Person } from '../../../src/access/person.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { findByName, type NamedRecord } from '../../../src/catalog/records-by-name.ts'
import type { Read } from '../../../src/database/read.ts'
import { invalidSelection } from '../../../src/record/validation/messages.ts'
import { words } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { FormValues } from '../record/record.ts'
import { pagesOf } from '../records/index.ts'
import type { Control } from './controls.ts'
import { nameRecords, resolveRecords } from './named-records.ts'

// A control of a record that the person may see, with the text that it contains.
type Reference = { control: Control; type: string; text: string }

/** Values whose references are slugs or ids, and a message for each reference that names no record or several. */
type Resolved = { values: FormValues; errors: Record<string, string> }

/** Replaces the names of records in the reference controls of a form by their slugs or ids, as the API takes them. */
export async function resolveReferences(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
): Promise<Resolved> {
  const records = await resolveRecords(read, controls, values)
  const resolved: Resolved = { values: { ...values, ...records.values }, errors: records.errors }
  await Promise.all(
    referencesIn(controls, values, person).map(async ({ control, type, text }) => {
      const found = await findNamed(read, type, text)
      const [record] = found
      if (found.length > 1) resolved.errors[control.name] = severalNamed(control, text, found)
      else if (record) resolved.values[control.name] = keyIn(control, record)
      else resolved.errors[control.name] = invalidSelection(control.name)
    }),
  )
  return resolved
}

/**
 * Replaces the slugs and ids in the reference controls of a form by the names of the records. A name that several records
 * have is followed by the slug or id in parentheses, which `resolveReferences` understands.
 */
export async function nameReferences(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
): Promise<FormValues> {
  const references = referencesIn(controls, values, person).map(({ control, type, text }) => ({
    control,
    record: { record_type: type, record_id: /^\d{1,15}$/.test(text) ? Number(text) : text.toLowerCase() },
  }))
  const titles = await readTitles(
    read,
    references.map(({ record }) => record),
  )
  const named = await Promise.all(
    references.map(async ({ control, record }) => {
      const found = titles.get(recordKey(record))
      if (!found) return []
      const same = await findByName(read, record.record_type, found.title)
      const isUnique = same.length === 1 && same[0]?.id === found.id
      return [[control.name, isUnique ? found.title : `${found.title} (${record.record_id})`] as const]
    }),
  )
  const lists = await nameRecords(read, controls, values)
  return { ...values, ...lists, ...Object.fromEntries(named.flat()) }
}

function referencesIn(controls: readonly Control[], values: FormValues, person: Person): Reference[] {
  const hidden = hiddenFrom(person)
  return controls.flatMap((control) => {
    const type = control.kind === 'reference' && control.collection && pagesOf(control.collection).historyType
    const value = values[control.name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return type && text && !hidden.includes(type) ? [{ control, type, text }] : []
  })
}

// A text such as `Scanner (scanner-2)` has the slug or id in parentheses.
async function findNamed(read: Read, type: string, text: string): Promise<NamedRecord[]> {
  const found = await findByName(read, type, text)
  const start = text.lastIndexOf(' (')
  if (found.length > 0 || start === -1 || !text.endsWith(')')) return found
  const named = await findByName(read, type, text.slice(start + 2, -1))
  return named.filter(({ title }) => title === text.slice(0, start))
}

function keyIn({ name }: Control, { id, slug }: NamedRecord): string {
  return name.endsWith('_id') || slug === null ? String(id) : slug
}

function severalNamed(control: Control, text: string, found: NamedRecord[]): string {
  const kind = control.collection ? pagesOf(control.collection).label.plural : 'records'
  const key = found[0]?.slug == null || control.name.endsWith('_id') ? 'ID' : 'slug'
  const keys = found.map(
    (record) => `${record.slug ?? record.id}${record.platform ? ` (${words(record.platform)})` : ''}`,
  )
  return `Several ${kind} are called “${text}”. Type the ${key} of one of them: ${keys.join(', ')}.`
}
