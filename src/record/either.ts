import type { z } from 'zod'

/** At least one of `names` must be given; the first is blamed. Judged even when other fields fail as well. */
export function either<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  const given = (value: Record<string, unknown>) => names.some((name) => value[name] != null)
  return schema
    .refine(given, {
      path: [names[0]],
      params: { sentence: 'The {attr} field is required.' },
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    })
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}
