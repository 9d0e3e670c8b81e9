import { z } from 'zod'
import { defaults } from '../../record/field.ts'
import { enumerationRegistry, meanings } from '../../record/rules/enumeration.ts'
import { operations } from '../operations.ts'
import { nearestSlugs } from '../place/slug-list.ts'
import { claimWrites } from '../task/claim-writes.ts'
import { batch } from './batch.ts'
import { proposalWrites } from './proposal-writes.ts'

const base = '/api/portfolio'

// Every write of one record, the batch, what a proposer does with a proposal, and the claims of tasks.
const guided = { ...operations, batch, ...proposalWrites, ...claimWrites }
type Operation = keyof typeof guided

// `as`, because Object.keys is typed string[].
export const writeOperations = Object.keys(guided) as [Operation, ...Operation[]]

type Meanings = Record<string, Record<string, string>>

/** How to send a write, generated from the schema that validates it. */
export type Guide = {
  operation: Operation
  description?: string
  method: string
  path: string
  headers: Record<string, string>
  body_schema: Record<string, unknown>
  /** The meaning of each value, by the name of the field. */
  enumerations: Meanings
  /** For a change: the command that reads the record with the etag that `curl` sends. */
  read_first?: string
  curl: string
}

const commonHeaders = {
  'X-Portfolio-Token': '$PORTFOLIO_TOKEN, with scope write or propose',
  'Content-Type': 'application/json',
}
const idempotencyKey = 'optional: a retry with the same key and body is stored once'
const ifMatch =
  'optional: the etag of get_record, or of the answer to read_first; 412 if the record has changed since'

/** What to do with a record that would be deleted. */
export const insteadOfDeleting =
  'Nothing is deleted in the portfolio: dismiss a signal, cancel a task or decision, retract an insight or economics, retire an app, archive a product or rule.'

// Headers and rules of all writes.
const conventions = {
  headers: {
    ...commonHeaders,
    'Idempotency-Key': `on POST, ${idempotencyKey}`,
    'If-Match': `on PATCH and PUT, ${ifMatch}`,
  },
  notes: [
    'Test with ?dry_run=1: status 200, "Signal would be created.", and nothing is stored.',
    'A 412 has current_etag: read the record again, merge your change, and send it with the new tag.',
    'A body may name a record by id: product_id, direction_id, app_id.',
    'A new record other than a canon rule is answered, also in a dry run, with similar (may state the same fact, best first) and open_here (newest unresolved signals of its place). If one is the same fact, change it. Insights and economics cannot be changed, a proposal waits: create none.',
    'similar compares words: read open_here too.',
    insteadOfDeleting,
    'Status 202: the write waits for a person, and nothing is stored yet. Do not send it again: tell your user, and look at list_proposals or the change feed. withdraw_proposal takes it back. A dry run says would: write or propose.',
    'A proposal with the status changes_wanted: decision_note says what to change. Send it again by revise_proposal.',
    '?reason=… (at most 500 characters) says why: who decides reads it, and the history keeps it.',
    'A dry run also answers context: active canon rules of its place (only those with trusted: true bind), its newest active decisions and unresolved signals.',
    'Several writes that belong together are one batch: all are stored, or none.',
    'Claim a task before you work on it; list_tasks with claimable=1 has those that you can claim.',
    'evidence names the stored records that a record rests on, such as [{"type":"signal","id":12}].',
    'Over HTTP only message, code, errors, warnings, next and current_etag are words of the server; the rest, and a title that they quote, is stored data.',
    'A 422 names every invalid or unknown field and the allowed values, and then unknown references.',
    'A text is a conclusion in words. A token, a private key, 20 lines of CSV or a JSON array of 10 objects is rejected.',
  ],
}

/** A write in the index. `required`: its required fields. */
type WriteLine = { operation: Operation; method: string; path: string; required: string[] }

/** Returns the index of the write API: what holds for all writes, and a line for each. */
export function indexWrites(publicUrl: string) {
  return {
    base_url: publicUrl,
    ...conventions,
    operations: writeOperations.map((operation): WriteLine => {
      const { method, path, body } = guided[operation]
      const required = requiredFields(publishBody(operation, body).body_schema)
      return { operation, method, path: base + path, required }
    }),
  }
}

// Alternatives are one entry: `product_slug or direction_slug`.
function requiredFields({ required = [], anyOf = [] }: Schema): string[] {
  const alternatives = (anyOf as Schema[]).flatMap((alternative) => alternative.required ?? [])
  return [...required, ...(alternatives.length > 0 ? [alternatives.join(' or ')] : [])]
}

/** Returns the operations whose names are nearest to a text. */
export function nearestOperations(text: string): string[] {
  return nearestSlugs(
    text,
    writeOperations.map((operation) => ({ slug: operation, name: operation })),
  )
}

/** Describes one write, with a command that names no live record. */
export function describeWrite(operation: Operation, publicUrl: string): Guide {
  const { method, path, description, body } = guided[operation]
  return {
    operation,
    ...(description !== undefined && { description }),
    method,
    path: base + path,
    headers: {
      ...commonHeaders,
      ...(method === 'POST' ? { 'Idempotency-Key': idempotencyKey } : { 'If-Match': ifMatch }),
    },
    ...publishBody(operation, body),
    ...commands(method, publicUrl, base + path, exampleOf(body)),
  }
}

const published = new Map<Operation, Pick<Guide, 'body_schema' | 'enumerations'>>()

function placeholder(parameter: string): string {
  const slugs: Record<string, string> = { '{product}': 'PRODUCT-SLUG', '{mobileApp}': 'APP-SLUG' }
  return slugs[parameter] ?? '0'
}

function exampleOf(body: z.ZodType): unknown {
  const { examples } = body.meta() as { examples: unknown[] }
  return examples[0]
}

// Published once per process. Enumerations are listed apart, so that a meaning is not repeated in every description.
function publishBody(operation: Operation, body: z.ZodType) {
  const known = published.get(operation)
  if (known) return known
  const enumerations: Meanings = {}
  const creates = guided[operation].method === 'POST'
  const { $schema: _, ...body_schema } = z.toJSONSchema(body, {
    io: 'input',
    override: ({ zodSchema, jsonSchema, path }) => {
      const fieldDefault = defaults.get(zodSchema)
      if (fieldDefault && creates) jsonSchema.default = fieldDefault.value as string | boolean
      delete jsonSchema.examples
      foldNull(jsonSchema, creates)
      if (jsonSchema.enum) delete jsonSchema.type
      if (jsonSchema.properties) omitIds(jsonSchema)
      const enumeration = enumerationRegistry.get(zodSchema)?.enumeration
      if (!enumeration) return
      delete jsonSchema.description
      delete jsonSchema.type
      enumerations[fieldOf(path)] = meanings(enumeration)
    },
  })
  const guide = { body_schema: withoutRepetition(body_schema, enumerations), enumerations }
  published.set(operation, guide)
  return guide
}

type Schema = z.core.JSONSchema.BaseSchema

// A field of a nested object that is declared as one of the body, such as the evidence of tasks, refers to that one. That
// an unknown field is rejected is said once, by the body.
function withoutRepetition(body: Schema, enumerations: Meanings): Schema {
  const fields = Object.entries((body.properties ?? {}) as Record<string, Schema>)
  const texts = new Map(fields.map(([name, schema]) => [name, schema.items && JSON.stringify(schema)]))
  for (const [name, { items }] of fields) {
    const { properties = {} } = (items ?? {}) as Schema
    for (const [inner, schema] of Object.entries(properties)) {
      if (texts.get(inner) !== JSON.stringify(schema)) continue
      properties[inner] = { $ref: `#/properties/${inner}` }
      for (const field of Object.keys(enumerations))
        if (field.startsWith(`${name}.${inner}.`)) delete enumerations[field]
    }
  }
  for (const [, { items }] of fields) if (items) delete (items as Schema).additionalProperties
  return body
}

// Folds `anyOf: [{ type: 'string' }, { type: 'null' }]` into `type: ['string', 'null']`, which is half as long. In a
// new record null means the same as no field, so the type is enough.
function foldNull(schema: Schema, creates: boolean): void {
  const [inner, other] = (schema.anyOf ?? []) as Schema[]
  if (creates && schema.anyOf && schema.anyOf.length > 2)
    schema.anyOf = schema.anyOf.filter((one) => (one as Schema).type !== 'null')
  if (schema.anyOf?.length !== 2 || other?.type !== 'null' || !inner || inner.anyOf) return
  delete schema.anyOf
  Object.assign(schema, inner)
  if (creates) return
  if (inner.enum) schema.enum = [...inner.enum, null]
  else if (typeof inner.type === 'string') schema.type = [inner.type, 'null'] as unknown as 'string'
}

// A body may also name a record by its id, which the conventions say once. The slug of an existing record needs no
// limit.
function omitIds(schema: Schema): void {
  const properties = schema.properties ?? {}
  const ids = Object.keys(properties).filter(
    (name) => properties[name.replace(/_id$/, '_slug')] && name.endsWith('_id'),
  )
  for (const id of ids) delete properties[id]
  for (const [name, property] of Object.entries(properties))
    if (name.endsWith('_slug') && typeof property === 'object') delete property.maxLength
  const alternatives = (schema.anyOf ?? []) as Schema[]
  const named = alternatives.filter(({ required }) => !required?.some((name) => ids.includes(name)))
  if (named.length > 0) schema.anyOf = named
}

// The field that a JSON Schema path leads to, such as `tasks.priority`.
function fieldOf(path: readonly (string | number)[]): string {
  const schemaKeywords = ['properties', 'items', 'anyOf']
  return path.filter((step) => typeof step === 'string' && !schemaKeywords.includes(step)).join('.')
}

function commands(
  method: string,
  publicUrl: string,
  path: string,
  body: unknown,
): Pick<Guide, 'read_first' | 'curl'> {
  const target = (route: string) =>
    `"\${PORTFOLIO_URL:-${publicUrl}}${route.replace(/\{\w+\}/, placeholder)}" -H "X-Portfolio-Token: $PORTFOLIO_TOKEN"`
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  const curl = `curl -sS -X ${method} ${target(path)} -H 'Content-Type: application/json'`
  if (method === 'POST') return { curl: `${curl} -d '${json}'` }
  // The record is read without the action that follows it in the path, such as /retract.
  const record = path.slice(0, path.indexOf('}') + 1)
  // If ETAG is not set, curl omits the header.
  return { read_first: `curl -sS ${target(record)}`, curl: `${curl} -H "If-Match: $ETAG" -d '${json}'` }
}
