import { z } from 'zod'
import { anyField, phrase } from '../../language/phrase.ts'
import type { FieldErrors } from '../../record/fault.ts'
import { type DayOrder, dateOrderOf, dayColumns } from './days.ts'
import type { ImportKind } from './import-kind.ts'
import { type CsvLine, type FileLine, maxLines } from './lines.ts'

/** Where the values of the fields come from: the number of a column, from 1, or one value for the entire file. */
export const Mapping = z.object({
  columns: z.record(z.string(), z.int().min(1)),
  fixed: z.record(z.string(), z.string()),
  /** Whether the day or the month comes first, in a file whose days can be read both ways. */
  date_order: z.enum(['dmy', 'mdy']).nullable(),
  /** The field that the columns whose names are days contain. Used if the field `date` comes from nowhere else. */
  day_values: z.string().nullable(),
})
export type Mapping = z.output<typeof Mapping>

/** The names of the columns of a file, and how those columns write their days that do not write the year first. */
export const Columns = z.object({
  names: z.array(z.string()),
  orders: z.record(z.string(), z.enum(['dmy', 'mdy', 'doubt'])),
})
export type Columns = z.output<typeof Columns>

/** What a mapping depends on of a kind of import. */
export type MappedKind = Pick<ImportKind<never>, 'required' | 'anyOf' | 'optional' | 'dayValues'> & {
  schema: { shape: Record<string, z.ZodType> }
}

type Fields = Pick<MappedKind, 'required' | 'anyOf' | 'optional'>

/** Labels of fields by name, one in each language, which a file may use as the names of its columns. */
export type Labels = Record<string, string[]>

/** Returns the fields of a kind, those that are required first. */
export function fieldsOf({ required, anyOf = [], optional }: Fields): string[] {
  return [...new Set([...required, ...anyOf, ...optional])]
}

/** Returns a function that returns the field whose name or label a column has. */
export function fieldFinder(kind: Fields, labels: Labels) {
  const fields = new Map(
    fieldsOf(kind).flatMap((field) => (labels[field] ?? []).map((label) => [keyOf(label), field] as const)),
  )
  for (const field of fieldsOf(kind)) fields.set(field, field)
  return (column: string): string | undefined => fields.get(keyOf(column))
}

function keyOf(name: string): string {
  return name.length > 100
    ? ''
    : name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
}

/**
 * Returns the mapping of the columns that have the name of a field, or its label if no column has its name. A repeated
 * one is not mapped.
 */
export function mappingByName(kind: MappedKind, names: string[], labels: Labels): Mapping {
  const fieldOf = fieldFinder(kind, labels)
  const keys = names.map(keyOf)
  const named = new Set(keys)
  const found = names.map((name, index) => {
    const field = fieldOf(name)
    return field && named.has(field) && keys[index] !== field ? undefined : field
  })
  const columns: Mapping['columns'] = {}
  for (const [index, field] of found.entries())
    if (field && found.indexOf(field) === found.lastIndexOf(field)) columns[field] = index + 1
  return { columns, fixed: {}, date_order: null, day_values: kind.dayValues?.[0] ?? null }
}

/** Returns the columns, by number, whose names are the days of their values. */
export function dayColumnsIn(
  kind: Pick<MappedKind, 'dayValues'>,
  names: string[],
  mapping: Mapping,
): number[] {
  const { columns, fixed, day_values } = mapping
  if (!kind.dayValues || columns.date || fixed.date || !day_values) return []
  const mapped = new Set(Object.values(columns))
  return dayColumns(names).filter((number) => !mapped.has(number))
}

/** Returns the fields that get values by a mapping. */
export function mappedFields(kind: MappedKind, { names }: Columns, mapping: Mapping): string[] {
  const days = dayColumnsIn(kind, names, mapping).length > 0 ? ['date', mapping.day_values] : []
  const given = new Set([...Object.keys(mapping.columns), ...Object.keys(mapping.fixed), ...days])
  return fieldsOf(kind).filter((field) => given.has(field))
}

/** Returns how a file writes its days: in the columns of days, in the names of columns, or in a fixed value. */
export function dayOrderIn(kind: MappedKind, { names, orders }: Columns, mapping: Mapping): DayOrder {
  const { columns, fixed, date_order } = mapping
  if (date_order) return date_order
  const days = dayFields(kind)
  const ofColumns = days.map((field) => (fixed[field] ? 'iso' : (orders[`${columns[field]}`] ?? 'iso')))
  const headers = dayColumnsIn(kind, names, mapping).map((number) => names[number - 1] ?? '')
  const ofTexts = dateOrderOf([...headers, ...days.flatMap((field) => fixed[field] ?? [])])
  const all = new Set([...ofColumns, ofTexts])
  if (all.has('dmy') && all.has('mdy')) return 'doubt'
  return (['dmy', 'mdy', 'doubt'] as const).find((order) => all.has(order)) ?? 'iso'
}

/** Returns the names of the fields that contain days. */
export function dayFields({ schema }: Pick<MappedKind, 'schema'>): string[] {
  const { properties = {} } = z.toJSONSchema(z.object(schema.shape), { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) =>
    JSON.stringify(properties[name]).includes('"format":"date"'),
  )
}

/** Returns what a mapping lacks, by field. */
export function mappingErrors(
  kind: MappedKind,
  columns: Columns,
  lines: number,
  mapping: Mapping,
): FieldErrors {
  const errors: FieldErrors = {}
  const mapped = mappedFields(kind, columns, mapping)
  for (const field of kind.required)
    if (!mapped.includes(field)) errors[field] = [phrase('imports.chooseColumn')]
  const [first, ...others] = kind.anyOf ?? []
  if (first && ![first, ...others].some((field) => mapped.includes(field)))
    errors[first] = [phrase('imports.chooseColumnOf', { others: anyField(others) })]
  if (dayOrderIn(kind, columns, mapping) === 'doubt') errors.date_order = [phrase('imports.daysInDoubt')]
  const days = dayColumnsIn(kind, columns.names, mapping).length
  if (lines * days > maxLines) {
    errors.date = [phrase('imports.tooManyDays', { lines, days, total: lines * days, most: maxLines })]
  }
  return errors
}

/** Returns the names of the columns that a mapping does not use. */
export function unusedColumns(kind: MappedKind, { names }: Columns, mapping: Mapping): string[] {
  const used = new Set([
    ...Object.entries(mapping.columns).flatMap(([field, number]) => (mapping.fixed[field] ? [] : [number])),
    ...dayColumnsIn(kind, names, mapping),
  ])
  return names.filter((name, index) => name !== '' && !used.has(index + 1))
}

/** Returns the cells of each line by field. A line with the values of several days becomes one line for each of them. */
export async function* mapLines(
  kind: MappedKind,
  { names }: Columns,
  mapping: Mapping,
  lines: AsyncIterable<FileLine>,
): AsyncGenerator<CsvLine> {
  const { fixed, day_values } = mapping
  const sources = Object.entries(mapping.columns).filter(([field]) => !(field in fixed))
  const days = dayColumnsIn(kind, names, mapping)
  for await (const line of lines) {
    const { number, cells, reason } = line
    if (reason !== undefined) {
      yield { number, reason }
      continue
    }
    const own = {
      ...Object.fromEntries(sources.map(([field, column]) => [field, cells[column - 1] ?? ''])),
      ...fixed,
    }
    if (days.length === 0) yield { number, cells: own }
    for (const column of days) {
      const value = cells[column - 1] ?? ''
      // An empty position says that the app was not found, but other empty cells say nothing.
      if (value.trim() === '' && !kind.required.includes(`${day_values}`)) continue
      yield { number, cells: { ...own, [`${day_values}`]: value, date: names[column - 1] ?? '' } }
    }
  }
}
