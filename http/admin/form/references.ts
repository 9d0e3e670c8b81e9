import type { FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import {
  findByName,
  type NamedRecord,
  readTitles,
  recordKey,
  unambiguousNames,
} from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { type CatalogPhrase, phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { withKey } from '../../../src/record/named.ts'
import { invalidSelection } from '../../../src/record/validation/messages.ts'
import { t } from '../html/text.ts'
import { words } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { FormValues } from '../record/record.ts'
import { pagesOf } from '../records/index.ts'
import { personOf } from '../request/reply.ts'
import type { Control } from './controls.ts'
import { nameRecords, resolveRecords } from './named-records.ts'
import { type ShownName, shownNamesIn, withShownNames } from './shown-names.ts'

// A control of a record that the person may see, with the text that it contains.
type Reference = { control: Control; type: string; text: string }

/**
 * Values whose references are slugs or ids, and a message for each reference that names no record or several. `texts` has
 * the references that an address may contain: by slug or id, or with the name if another record has it as its name.
 */
type Resolved = { values: FormValues; errors: Record<string, Message>; texts: Record<string, string> }

/**
 * Replaces the names of records in the reference controls of a form by their slugs or ids, as the API takes them. A text
 * that is the name of one record and the slug or id of another names several. `names` are those that the form showed.
 */
export async function resolveReferences(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
  names: readonly ShownName[] = [],
): Promise<Resolved> {
  const records = await resolveRecords(read, controls, values, names)
  const resolved: Resolved = { values: { ...values, ...records.values }, errors: records.errors, texts: {} }
  await Promise.all(
    referencesIn(controls, values, person).map(async ({ control, type, text }) => {
      const found = await findMeant(read, type, text, names)
      const [record] = found
      if (found.length > 1) resolved.errors[control.name] = severalNamed(text, found)
      else if (record) {
        const key = keyIn(control, record)
        const isUnique = key === text || (await findByName(read, type, key)).length === 1
        resolved.values[control.name] = key
        resolved.texts[control.name] = isUnique ? key : withKey(record.title, key)
      } else resolved.errors[control.name] = invalidSelection(control.name)
    }),
  )
  return resolved
}

// The record that a form showed by this text, or else those that the text may mean.
async function findMeant(
  read: Read,
  type: string,
  text: string,
  names: readonly ShownName[],
): Promise<NamedRecord[]> {
  const shown = names.filter((name) => name.type === type && name.text.trim() === text)
  const [id, another] = new Set(shown.map((name) => name.id))
  if (id === undefined || another !== undefined) return findByName(read, type, text)
  const found = await findByName(read, type, String(id))
  return found.filter((record) => record.id === id)
}

/**
 * Returns the values of a form as its controls show them, with the names of records, and these records. A form that was
 * sent has typed texts.
 */
export async function shownInForm(
  request: FastifyRequest,
  controls: readonly Control[],
  values: FormValues,
): Promise<FormValues> {
  const { read } = request.server
  const person = personOf(request)
  if (request.method !== 'POST') {
    const shown = await nameReferences(read, controls, values, person)
    return withShownNames(shown.values, shown.names)
  }
  const sent = shownNamesIn(request.body)
  const shown = await nameSent(read, controls, values, person, sent)
  return withShownNames(shown.values, [...sent, ...shown.names])
}

/** The values of a form as its controls show them, and the records that these texts are the names of. */
type Shown = { values: FormValues; names: ShownName[] }

/**
 * Replaces the slugs and ids in the reference controls of a form by the names of the records. A name that may mean several
 * records is followed by the slug or id in parentheses, which `resolveReferences` understands.
 */
async function nameReferences(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
): Promise<Shown> {
  const references = referencesIn(controls, values, person).map(({ control, type, text }) => ({
    control,
    record: { record_type: type, record_id: /^\d{1,15}$/.test(text) ? Number(text) : text.toLowerCase() },
  }))
  const titles = await readTitles(
    read,
    references.map(({ record }) => record),
  )
  const named = references.map(async ({ control, record }) => {
    const found = titles.get(recordKey(record))
    if (!found) return []
    const slug = typeof record.record_id === 'string' ? record.record_id : null
    const [text = ''] = await unambiguousNames(read, record.record_type, [{ ...found, slug }])
    return [{ control, type: record.record_type, id: found.id, text }]
  })
  // An address names a record of a list by its type and id.
  const lists = await resolveRecords(read, controls, values)
  return withNamed(read, controls, { ...values, ...lists.values }, await Promise.all(named))
}

/** Replaces what a person typed into reference controls by the names of the records, if each means one record. */
export async function nameTyped(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
): Promise<FormValues> {
  return (await nameSent(read, controls, values, person, [])).values
}

async function nameSent(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  person: Person,
  names: readonly ShownName[],
): Promise<Shown> {
  const named = referencesIn(controls, values, person).map(async ({ control, type, text: typed }) => {
    const [found, another] = await findMeant(read, type, typed, names)
    if (!found || another) return []
    const [text = ''] = await unambiguousNames(read, type, [found])
    return [{ control, type, id: found.id, text }]
  })
  return withNamed(read, controls, values, await Promise.all(named))
}

async function withNamed(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
  found: (ShownName & { control: Control })[][],
): Promise<Shown> {
  const lists = await nameRecords(read, controls, values)
  const named = found.flat()
  const texts = Object.fromEntries(named.map(({ control, text }) => [control.name, text]))
  return { values: { ...values, ...lists.values, ...texts }, names: [...named, ...lists.names] }
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

function keyIn({ name }: Control, { id, slug }: NamedRecord): string {
  return name.endsWith('_id') || slug === null ? String(id) : slug
}

const maxListed = 10

function severalNamed(text: string, found: NamedRecord[]): CatalogPhrase {
  const names = found.slice(0, maxListed).map(({ title, slug, id, platform }) => {
    const name = withKey(title, slug ?? id)
    return platform ? t('form.onPlatform', { name, platform: words(platform) }) : name
  })
  const values = { text, names: names.join(', ') }
  return found.length > maxListed ? phrase('form.manyNamed', values) : phrase('form.severalNamed', values)
}
