import { z } from 'zod'
import { required } from './required.ts'

/** A column under construction, as `p.text()` of MikroORM gives it. */
type Column = { '~options': unknown }

/** The value a column holds in the program: a mapped foreign key is the number, a nullable column may be null. */
type ColumnValue<C> = C extends { '~type'?: { value: infer V }; '~options': infer O }
  ? (O extends { mapToPk: true } ? number : V) | (O extends { nullable: true } ? null : never)
  : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? unknown : never) : never

type Fields = Record<string, { rule: z.ZodType; column: Column }>

/** What a field is where whoever creates a record does not say, by its rule. Told, not applied: the column does that. */
export const defaults = z.registry<{ value: unknown }>()

/**
 * One field of a record: the rule that reads it and the column that keeps it. A pair that disagrees does not compile.
 * A column that has no value by itself, and needs one, makes the field a needed one.
 */
export function field<R extends z.ZodType, C extends Column>(
  rule: R,
  column: C & Same<z.output<R>, ColumnValue<NoInfer<C>>>,
): { rule: R; column: C } {
  const options = column['~options'] as { default?: unknown }
  const filled = ['nullable', 'default', 'defaultRaw'].some((name) => name in options)
  if (!filled) return { rule: required(rule), column }
  if (options.default == null) return { rule, column }
  const own = rule.clone(undefined, { parent: true })
  defaults.add(own, { value: options.default })
  return { rule: own, column }
}

/** The columns of a set of fields, for `defineEntity`. */
export function columns<F extends Fields>(fields: F) {
  return each(fields, 'column') as { [K in keyof F]: F[K]['column'] }
}

/** The rules of a set of fields, for `z.object`. */
export function rules<F extends Fields>(fields: F) {
  return each(fields, 'rule') as { [K in keyof F]: F[K]['rule'] }
}

/** The columns of a record schema as a SELECT names them, under the table's alias. */
export function qualifiedColumns<A extends string, S extends z.ZodObject>(alias: A, schema: S) {
  return Object.keys(schema.shape).map((name) => `${alias}.${name}`) as `${A}.${keyof S['shape'] & string}`[]
}

// The casts above are sound: `each` keeps every key and takes the same half of every pair.
function each(fields: Fields, half: 'rule' | 'column'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, pair]) => [name, pair[half]]))
}
