import { z } from 'zod'
import { required } from './rules/required.ts'

/** A column builder of MikroORM, such as `p.text()` returns. */
type Column = { '~options': unknown }

/** The type of a column's value: a mapped foreign key is a number, a nullable column may be null. */
type ColumnValue<C> = C extends { '~type'?: { value: infer V }; '~options': infer O }
  ? (O extends { mapToPk: true } ? number : V) | (O extends { nullable: true } ? null : never)
  : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? unknown : never) : never

type Fields = Record<string, { rule: z.ZodType; column: Column }>

/** Default of each field, keyed by its rule. For documentation only; the database column applies it. */
export const defaults = z.registry<{ value: unknown }>()

// The rule of each column, by the options that the entity keeps as the property.
const columnRules = new WeakMap<object, z.ZodType>()

/** Returns the rule of a property of an entity that was declared by `field`. */
export function ruleOf(property: object): z.ZodType | undefined {
  return columnRules.get(property)
}

/**
 * Declares a field of a record: the rule that validates it and the column that stores it. The code compiles
 * only if the types of both agree. The field is required if its column is neither nullable nor has a default.
 */
export function field<R extends z.ZodType, C extends Column>(
  rule: R,
  column: C & Same<z.output<R>, ColumnValue<NoInfer<C>>>,
): { rule: R; column: C } {
  const options = column['~options'] as { default?: unknown }
  columnRules.set(options, rule)
  const optional = ['nullable', 'default', 'defaultRaw'].some((name) => name in options)
  if (!optional) return { rule: required(rule), column }
  if (options.default == null) return { rule, column }
  const ruleWithDefault = rule.clone(undefined, { parent: true })
  defaults.add(ruleWithDefault, { value: options.default })
  return { rule: ruleWithDefault, column }
}

/** Returns the columns of a set of fields, for `defineEntity`. */
export function columns<F extends Fields>(fields: F) {
  return pick(fields, 'column') as { [K in keyof F]: F[K]['column'] }
}

/** Returns the rules of a set of fields, for `z.object`. */
export function rules<F extends Fields>(fields: F) {
  return pick(fields, 'rule') as { [K in keyof F]: F[K]['rule'] }
}

/** Returns the columns of a record schema, qualified by the alias of the table: `record.name`. */
export function qualifiedColumns<A extends string, S extends z.ZodObject>(alias: A, schema: S) {
  return Object.keys(schema.shape).map((name) => `${alias}.${name}`) as `${A}.${keyof S['shape'] & string}`[]
}

/** Returns the fields of a record schema that may be null. */
export function nullableFields(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape).filter((name) => (schema.shape[name] as z.ZodType).safeParse(null).success)
}

// The casts above are sound: `pick` keeps every key and takes the same part of every field.
function pick(fields: Fields, part: 'rule' | 'column'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))
}
