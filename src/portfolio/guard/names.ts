import type { z } from 'zod'
import { surfaces } from '../../access/actor.ts'
import { enumerationOf } from '../../record/rules/enumeration.ts'
import { Direction } from '../direction/direction.ts'
import { apiNames, type KindName, routedKinds } from '../kinds.ts'
import { operationsOn } from '../operations.ts'
import { placeSlugs } from '../place/references.ts'
import { records } from '../records.ts'
import { retractionFields } from '../retraction/retraction.ts'

const stored = routedKinds.map((kind) => records[kind].stored)

/** The fields of `before` and `after`: those of all kinds of records, and the slugs of their places. */
export const recordFields = [
  ...new Set([...stored, { shape: placeSlugs }].flatMap(({ shape }) => Object.keys(shape))),
].sort()

/** The fields of the place of a record that an expression can read. */
export const placeFields = {
  product: ['slug', 'portfolio_status', 'product_focus', 'is_revenue_generating', 'health_state'],
  direction: ['slug', 'status', 'is_canonical'],
  app: ['slug', 'platform', 'implementation_status', 'product_binding_status'],
} as const

/** Every name that an expression can use, with its fields. A name without fields is a value itself. */
export const guardNames: Readonly<Record<string, readonly string[]>> = {
  write: ['kind', 'action', 'actor', 'surface', 'fields'],
  before: recordFields,
  after: recordFields,
  ...placeFields,
  today: [],
}

const settable = new Map<KindName, Set<string>>(
  routedKinds.map((kind) => {
    const { create, change } = operationsOn(kind)
    return [
      kind,
      new Set([create.body.shape, change?.body.shape ?? {}, retractionFields].flatMap(Object.keys)),
    ]
  }),
)

/**
 * Returns those of the columns that a request can set, by their names in the API. A place has two names there, such as
 * `product_id` and `product_slug`.
 */
export function settableFields(kind: KindName, columns: string[]): string[] {
  const names = settable.get(kind)
  return columns
    .flatMap((column) => [column, column.replace(/^(product|direction|app)_id$/, '$1_slug')])
    .filter((name, index, all) => names?.has(name) && all.indexOf(name) === index)
}

/** The values that fields can have, by name and field, of the fields with an enumeration. */
export const nameValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  write: {
    kind: apiNames,
    action: ['create', 'change'],
    actor: ['agent', 'person', 'system'],
    surface: surfaces,
    fields: ['the fields that were sent'],
  },
  after: choicesOf(...stored),
  product: choicesOf(records.product.stored),
  direction: choicesOf(Direction),
  app: choicesOf(records.app.stored),
}

// The statuses of several kinds have one name.
function choicesOf(...schemas: { shape: Record<string, z.ZodType> }[]): Record<string, string[]> {
  const choices: Record<string, string[]> = {}
  for (const { shape } of schemas)
    for (const [name, rule] of Object.entries(shape)) {
      const meanings = enumerationOf(rule)
      if (meanings) choices[name] = [...new Set([...(choices[name] ?? []), ...Object.keys(meanings)])]
    }
  return choices
}
