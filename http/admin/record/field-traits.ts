import { z } from 'zod'
import { type Enumeration, enumerationOf } from '../../../src/record/rules/enumeration.ts'
import { collectionOfType } from './address.ts'

/** The properties of a field that decide how its values are shown and whether a list can be sorted by them. */
type FieldTraits = { isNumber: boolean; isArray: boolean }

// Traits are derived once for each field.
const traits = new WeakMap<z.ZodType, FieldTraits>()

/** Returns the traits of a field of a record. */
export function fieldTraits(schema: z.ZodObject, name: string): FieldTraits {
  const rule = schema.shape[name] as z.ZodType
  const known = traits.get(rule)
  if (known) return known
  const property = z.toJSONSchema(rule, { unrepresentable: 'any' })
  // A number that may be null has the type `['number', 'null']`, or one option for each type.
  const types = ((property.anyOf ?? [property]) as z.core.JSONSchema.BaseSchema[]).flatMap(({ type }) => type)
  const derived = {
    isNumber: types.includes('integer') || types.includes('number'),
    isArray: types.includes('array'),
  }
  traits.set(rule, derived)
  return derived
}

/** Returns the enumeration whose values a field of a record has. */
export function enumerationOfField({ shape }: z.ZodObject, name: string): Enumeration | undefined {
  return enumerationOf(shape[name] as z.ZodType | undefined)
}

// The types of the records that fields refer to, by the name of the field without `_id` or `_slug`.
const types: Record<string, string> = {
  direction: 'direction',
  product: 'product',
  app: 'app',
  product_decision: 'decision',
  blocked_by: 'task',
  binds_direction: 'direction',
  binds_product: 'product',
  canon_rule: 'canon_rule',
  competitor: 'competitor',
  application: 'application',
  company: 'company',
  strategy: 'strategy',
  service: 'service',
  improvement: 'improvement',
  agent: 'agent',
  owner: 'user',
  user: 'user',
}

/** Returns the type of the record that a field contains or refers to by its id or slug. */
export function typeOf(field: string): string | undefined {
  return types[field.replace(/_(id|slug)$/, '')]
}

/** Returns the collection of the record that a field contains or refers to by its id or slug. */
export function collectionOf(field: string): string | undefined {
  const type = typeOf(field)
  return type && collectionOfType(type)
}
