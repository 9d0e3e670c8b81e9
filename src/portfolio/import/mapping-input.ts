import type { Read } from '../../database/read.ts'
import type { FieldErrors } from '../../record/fault.ts'
import { isStorable } from '../../record/rules/text.ts'
import { invalidFormat, invalidSelection } from '../../record/validation/messages.ts'
import { cellValidator } from './cell-validator.ts'
import { dayIn } from './day-order.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { ambiguity, onPlatform } from './line-converter.ts'
import { dayFields, fieldsOf, type Mapping, mappingErrors } from './mapping.ts'
import type { StagedImport } from './staged-import.ts'

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
    if (found.length !== 1 && !isChosen)
      errors[`fixed_${field}`] = [`${invalidSelection(field)}${ambiguity(found)}`]
  }
  return errors
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
