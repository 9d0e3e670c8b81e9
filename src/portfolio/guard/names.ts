import type { z } from 'zod'
import { surfaces } from '../../access/actor.ts'
import { phrase } from '../../language/phrase.ts'
import type { Message } from '../../record/fault.ts'
import { enumerationOf, values } from '../../record/rules/enumeration.ts'
import { Direction } from '../direction/direction.ts'
import { apiNames, routedKinds } from '../kinds.ts'
import { placeSlugs } from '../place/references.ts'
import { records } from '../records.ts'

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

/** The values that fields can have, by name and field, of the fields with an enumeration. */
export const nameValues: Readonly<Record<string, Readonly<Record<string, readonly Message[]>>>> = {
  write: {
    kind: apiNames,
    action: ['create', 'change'],
    actor: ['agent', 'person', 'system'],
    surface: values(surfaces),
    fields: [phrase('guard.sentKeys')],
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
      const enumeration = enumerationOf(rule)
      if (enumeration) choices[name] = [...new Set([...(choices[name] ?? []), ...Object.keys(enumeration)])]
    }
  return choices
}
