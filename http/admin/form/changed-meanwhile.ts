import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isEnumeration, referenceOf } from '../../../src/changed-values.ts'
import { listHistory } from '../../../src/journal/record-history.ts'
import { changesAfter } from '../../../src/journal/record-versions.ts'
import type { FieldErrors } from '../../../src/record/fault.ts'
import type { Provenance } from '../../../src/record/provenance.ts'
import { text } from '../display.ts'
import type { FormValues, RecordPages, Row } from '../record.ts'
import { pagesOfType } from '../records/index.ts'
import { personOf } from '../reply.ts'
import { storedValues } from '../row.ts'
import { words } from '../words.ts'

/** The hidden field with the version of a record that its form was opened with. */
export const versionName = '_version'

const Version = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const maxShown = 200

/** Returns the version of a record: the id of its newest history entry, 0 if it has none. */
export async function versionOf(
  { server }: FastifyRequest,
  { historyType }: RecordPages,
  { id }: Row,
): Promise<number> {
  const record = { record_type: historyType, record_id: id }
  const { rows } = await listHistory(server.read, record, { per_page: 1, with_total: false })
  return rows[0]?.id ?? 0
}

/**
 * Removes from the input of a form the fields that others have changed since it was opened and that the person did not
 * edit. Returns a message for each field that both have changed. A change that the same person has made since then, for
 * instance before using the Back button, is replaced.
 */
export async function keepChangesOfOthers(
  request: FastifyRequest,
  { historyType }: RecordPages,
  row: Row,
  input: FormValues,
): Promise<FieldErrors> {
  const version = Version.safeParse((request.body as FormValues)[versionName])
  if (!version.success) return {}
  const record = { record_type: historyType, record_id: row.id }
  const opened: FormValues = {}
  const changedBy: Record<string, Provenance> = {}
  for (const { actor, changes } of await changesAfter(request.server.read, record, version.data))
    for (const [field, { from }] of Object.entries(changes)) {
      const name = controlName(field, input)
      if (!(name in opened))
        opened[name] = name === field ? from : await slugOf(request, historyType, field, from)
      changedBy[name] = actor
    }
  const errors: FieldErrors = {}
  const current = storedValues(row)
  for (const [name, { type, id, name: author }] of Object.entries(changedBy)) {
    if (!(name in input) || (type === 'user' && id === personOf(request).id)) continue
    if (isDeepStrictEqual(input[name], opened[name])) delete input[name]
    else {
      const theirs = shown(historyType, name, current[name], row).slice(0, maxShown)
      const change = theirs ? `changed this to “${theirs}”` : 'cleared this field'
      errors[name] = [`${author} ${change} after you opened the form. Save again to replace it.`]
    }
  }
  return errors
}

// History has the id of a reference, whose control may contain the slug.
function controlName(field: string, input: FormValues): string {
  const slugName = field.replace(/_id$/, '_slug')
  return field in input || !(slugName in input) ? field : slugName
}

async function slugOf(request: FastifyRequest, historyType: string, field: string, id: unknown) {
  const record = referenceOf(historyType, field, id)
  const pages = record && pagesOfType(record.record_type)
  if (!record || !pages) return id
  return (await pages.read(request.server.read, record.record_id, personOf(request))).slug
}

// A record contains the reference `company_id` as `company: { id, name }`.
function shown(historyType: string, name: string, value: unknown, row: Row): string {
  const reference = row[name.replace(/_id$/, '')]
  if (name.endsWith('_id') && reference) return text(reference)
  return value && isEnumeration(historyType, name) ? words(text(value)) : text(value)
}
