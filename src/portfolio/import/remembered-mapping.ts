import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, actingUserId } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { users } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import type { FieldErrors } from '../../record/fault.ts'
import { columns, field } from '../../record/field.ts'
import type { Named } from '../../record/named.ts'
import { Id } from '../../record/rules/id.ts'
import { isStorable } from '../../record/rules/text.ts'
import { invalidFormat, invalidSelection } from '../../record/validation/messages.ts'
import { dayIn } from './days.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { cellValidator, onPlatform, unclear } from './line-converter.ts'
import { dayFields, fieldsOf, Mapping, mappingErrors } from './mapping.ts'
import type { StagedImport } from './staged-import.ts'

const maxListed = 50

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(Id, p.manyToOne(users).mapToPk().fieldName('user_id').deleteRule('cascade')),
  kind: field(z.string(), p.text()),
  // The digest of the names of the columns.
  columns_digest: field(z.string(), p.text()),
  mapping: field(Mapping, p.json<Mapping>()),
  updated_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** How users mapped the columns of their files, for the next files with the same columns. */
export const rememberedMappings = defineEntity({
  name: 'import_mapping',
  tableName: 'import_mappings',
  properties: columns(fields),
  uniques: [{ name: 'import_mappings_columns_taken', properties: ['kind', 'columns_digest', 'user_id'] }],
})

/** A mapping of a user, and whether it belongs to the actor. */
export type RememberedMapping = {
  id: number
  user: Named
  is_own: boolean
  mapping: Mapping
  updated_at: string
}

type File = Pick<StagedImport, 'kind' | 'columns'>

/** Stores how the actor mapped the columns of a file. */
export async function rememberMapping(
  em: EntityManager,
  actor: Actor,
  { kind, columns }: File,
  mapping: Mapping,
): Promise<void> {
  requireWriter(actor)
  await sql`insert into import_mappings (user_id, kind, columns_digest, mapping)
    values (${actingUserId(actor)}, ${kind}, ${digestOf(columns)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (kind, columns_digest, user_id)
    do update set mapping = excluded.mapping, updated_at = now()`.execute(em.getKysely())
}

/** Returns how the actor and other users mapped files with the same columns, the actor's own first, then the newest. */
export function listMappings(
  read: Read,
  actor: Actor,
  { kind, columns }: File,
): Promise<RememberedMapping[]> {
  const query = sql<RememberedMapping>`
    select remembered.id, json_build_object('id', u.id, 'name', u.name) as "user",
      u.id = ${actingUserId(actor)} as is_own, remembered.mapping, remembered.updated_at
    from import_mappings as remembered join users as u on u.id = remembered.user_id
    where remembered.kind = ${kind} and remembered.columns_digest = ${digestOf(columns)}
    order by is_own desc, remembered.updated_at desc limit ${sql.lit(maxListed)}`
  return read(statementOf(query))
}

function digestOf({ names }: StagedImport['columns']): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('base64')
}

const maxFixedLength = 20_000

/**
 * Returns the mapping that a person entered, and what is wrong with it by field: the number of a column under the name
 * of a field, one value for the entire file under `fixed_` and that name, `date_order` and `day_values`.
 */
export function mappingFrom(
  { kind: name, columns, lines }: Pick<StagedImport, 'kind' | 'columns' | 'lines'>,
  input: Record<string, unknown>,
): { mapping: Mapping; errors: FieldErrors } {
  const kind = importKinds[name]
  const mapping: Mapping = { columns: {}, fixed: {}, date_order: null, day_values: null }
  const errors: FieldErrors = {}
  for (const field of fieldsOf(kind)) {
    const column = textIn(input[field])
    const number = /^\d{1,4}$/.test(column) ? Number(column) : 0
    if (columns.names[number - 1] !== undefined) mapping.columns[field] = number
    else if (column !== '') errors[field] = [invalidSelection(field)]
    const value = textIn(input[`fixed_${field}`])
    if (value === '') continue
    if (isStorable(value) && [...value].length <= maxFixedLength) mapping.fixed[field] = value
    else errors[`fixed_${field}`] = [invalidFormat(field)]
  }
  const order = textIn(input.date_order)
  if (order === 'dmy' || order === 'mdy') mapping.date_order = order
  else if (order !== '') errors.date_order = [invalidSelection('date_order')]
  const candidates: string[] = kind.dayValues ?? []
  const dayValues = textIn(input.day_values) || candidates[0]
  if (dayValues && candidates.includes(dayValues)) mapping.day_values = dayValues
  else if (dayValues) errors.day_values = [invalidSelection('day_values')]
  return {
    mapping,
    errors: { ...mappingErrors(kind, columns, lines, mapping), ...fixedErrors(name, mapping), ...errors },
  }
}

function fixedErrors(name: ImportKindName, { fixed, date_order }: Mapping): FieldErrors {
  const kind = importKinds[name]
  const validate = cellValidator(kind.schema.shape, [])
  const days = dayFields(kind)
  const errors: FieldErrors = {}
  for (const [field, value] of Object.entries(fixed)) {
    const cell = days.includes(field) ? dayIn(value, date_order ?? 'dmy') : value
    const reasons = validate({ [field]: cell }).errors?.[field]
    if (reasons) errors[`fixed_${field}`] = reasons
  }
  return errors
}

/** Returns the fixed values of a mapping that mean no record, or more than one, by field. */
export async function fixedReferenceErrors(
  read: Read,
  { kind }: Pick<StagedImport, 'kind'>,
  { columns, fixed }: Mapping,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const [field, find] of Object.entries(importKinds[kind].references)) {
    const value = fixed[field]
    if (value === undefined) continue
    const found = onPlatform((await find(read, [value])).get(value) ?? [], fixed.platform)
    // The platform of each line chooses among several.
    const isChosen = found.length > 0 && 'platform' in columns && !fixed.platform
    if (found.length !== 1 && !isChosen) errors[`fixed_${field}`] = [unclear(field, found)]
  }
  return errors
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
