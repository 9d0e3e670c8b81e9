import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { enumerationIn, expectationsIn, referenceOf } from '../../../src/catalog/changed-values.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { changesAfter, differencesOf } from '../../../src/journal/record-versions.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { FieldErrors } from '../../../src/record/fault.ts'
import { keyOf, text } from '../html/display.ts'
import { shownVersion } from '../html/post-form.ts'
import { valueLabel } from '../html/value.ts'
import { expectationText } from '../parts/expectation-sentence.ts'
import type { FormRows } from '../record/form-rows.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { distinctTitle } from '../record/record-link.ts'
import { storedValues } from '../record/row.ts'
import { pagesOfType } from '../records/index.ts'
import { personOf } from '../request/reply.ts'
import { rowsIn } from './row-paths.ts'
import { storedRows } from './rows.ts'

const maxShown = 200

type ChangesOfOthers = {
  /** The fields that others have changed and the person did not edit. They keep the value that others gave them. */
  kept: string[]
  /** A message for each field that both have changed. */
  errors: FieldErrors
}

/**
 * Compares the input of a form with what others have changed since it was opened. A change that the same person has made
 * since then, for instance before using the Back button, is replaced.
 */
export async function changesOfOthers(
  request: FastifyRequest,
  { historyType, change }: RecordPages,
  row: Row,
  input: FormValues,
): Promise<ChangesOfOthers> {
  const [kept, errors]: [string[], FieldErrors] = [[], {}]
  const version = shownVersion(request)
  if (version === undefined) return { kept, errors }
  const record = { record_type: historyType, record_id: row.id }
  const current = storedValues(row)
  const entries = await changesAfter(request.server.read, record, version)
  for (const [field, { before, last }] of differencesOf(entries)) {
    const { type, id, name: author } = last.actor
    const name = controlName(field, input)
    if (!(name in input) || (type === 'user' && id === personOf(request).id)) continue
    const list = change?.rows?.find((one) => one.name === name)
    const opened = list
      ? await openedRows(request, historyType, before, list)
      : name === field
        ? before
        : await slugOf(request, historyType, field, before)
    if (isDeepStrictEqual(input[name], opened)) kept.push(name)
    else {
      const value = (await shown(request, historyType, name, current[name], row)).slice(0, maxShown)
      errors[name] = [
        value ? phrase('form.changedByOther', { author, value }) : phrase('form.clearedByOther', { author }),
      ]
    }
  }
  return { kept, errors }
}

// History has the id of a reference, whose control may contain the slug.
function controlName(field: string, input: FormValues): string {
  const slugName = field.replace(/_id$/, '_slug')
  return field in input || !(slugName in input) ? field : slugName
}

// Returns the items of a list with the values that the form has. History has the ids of their references.
async function openedRows(
  request: FastifyRequest,
  historyType: string,
  value: unknown,
  list: FormRows,
): Promise<FormValues[]> {
  const items: FormValues[] = Array.isArray(value) ? value : []
  const slugs = (item: FormValues) =>
    Promise.all(
      Object.entries(item).map(async ([field, id]) => [
        field.replace(/_id$/, '_slug'),
        await slugOf(request, historyType, field, id),
      ]),
    )
  const named = await Promise.all(items.map(async (item) => Object.fromEntries(await slugs(item))))
  return rowsIn(storedRows({ id: 0, [list.name]: named }, [list]), list)
}

async function slugOf(request: FastifyRequest, historyType: string, field: string, id: unknown) {
  const record = referenceOf(historyType, field, id)
  const pages = record && pagesOfType(record.record_type)
  if (!record || !pages) return id
  return (await pages.read(request.server.read, record.record_id, personOf(request))).slug
}

// A record contains the reference `company_id` as `company: { id, name }`.
async function shown(
  { server }: FastifyRequest,
  historyType: string,
  name: string,
  value: unknown,
  row: Row,
): Promise<string> {
  const expectations = expectationsIn(historyType, name, value)
  if (expectations.length > 0) return expectations.map(expectationText).join('; ')
  const record = keyOf(name, value)
  const found = record && (await readTitles(server.read, [record])).get(recordKey(record))
  if (found) return distinctTitle(record.record_type, found)
  const reference = row[name.replace(/_id$/, '')]
  if (name.endsWith('_id') && reference) return text(reference)
  const enumeration = enumerationIn(historyType, name)
  return value && enumeration ? valueLabel(enumeration, text(value)) : text(value)
}
