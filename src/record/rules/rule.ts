import { z } from 'zod'

/**
 * Returns a rule that normalizes a value, then validates it against `schema`. Only `schema` is published:
 * OpenAPI says `integer`, although the string "3" is accepted as well.
 */
export function rule<S extends z.ZodType>(
  normalize: (value: unknown) => unknown,
  schema: S,
): z.ZodPreprocess<S> {
  return z.preprocess(normalize, schema)
}

/** For the `when` of a check that compares fields: it runs on any object, even with other invalid fields. */
export function isObjectPayload({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes a rule accept null after normalization. `.nullable()` accepts it only before, so `""` would fail. */
export function nullable<S extends z.ZodType>(rule: z.ZodPreprocess<S>): z.ZodPreprocess<z.ZodNullable<S>> {
  const { in: normalize, out: schema } = rule.def
  // Zod loses the type of `out` here; it is S by the type of the parameter.
  return new z.ZodPreprocess({ type: 'pipe', in: normalize, out: z.nullable(schema) }) as never
}

/** Returns the rule that a wrapper such as `optional` contains. */
export function innerRule(rule: z.ZodType): z.ZodType | undefined {
  const { innerType, out } = rule.def as { innerType?: z.ZodType; out?: z.ZodType }
  return innerType ?? out
}

/** The filter that each alias stands for. */
export const filterAliases = z.registry<{ of: string }>()

/** Returns the rule of an optional filter that is an alias of the filter `of`. */
export function aliasOf<S extends z.ZodType>(of: string, rule: S): z.ZodOptional<S> {
  const alias = rule.optional().describe(`Alias of ${of}`)
  filterAliases.add(alias, { of })
  return alias
}
