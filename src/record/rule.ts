import { z } from 'zod'

/**
 * A rule repairs what a caller may have sent in another form, then judges it. Only the judging schema is
 * published: a document still says `integer`, though the string "3" is taken as well.
 */
export function rule<S extends z.ZodType>(repair: (value: unknown) => unknown, judge: S): z.ZodPreprocess<S> {
  return z.preprocess(repair, judge)
}

/** For the `when` of a rule that compares fields: it judges whatever else is wrong, if only there are fields. */
export function isObjectPayload({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same rule for a field that may be empty: `.nullable()` would judge null before the repair has made it. */
export function nullable<S extends z.ZodType>(judged: z.ZodPreprocess<S>): z.ZodPreprocess<z.ZodNullable<S>> {
  const { in: repair, out: judge } = judged.def
  // Zod loses the type of `out` when a preprocess is taken apart; it is S by the parameter's type.
  return new z.ZodPreprocess({ type: 'pipe', in: repair, out: z.nullable(judge) }) as never
}
