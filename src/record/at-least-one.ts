import type { z } from 'zod'
import { isObjectPayload } from './rule.ts'

/** At least one of `names` must be given; the first is blamed. Judged even when other fields fail as well. */
export function atLeastOne<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return given(schema, names, () => true).meta({ anyOf: names.map((name) => ({ required: [name] })) })
}

/** The same of a change, which need mention none of `names`: they are not emptied all at once. */
export function notAllCleared<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return given(schema, names, (value) => names.some((name) => value[name] !== undefined))
}

type Value = Record<string, unknown>

function given<S extends z.ZodObject>(
  schema: S,
  names: [string, ...string[]],
  asked: (value: Value) => boolean,
): S {
  return schema.refine((value: Value) => !asked(value) || names.some((name) => value[name] != null), {
    path: [names[0]],
    params: { sentence: 'The {attr} field is required.' },
    when: isObjectPayload,
  })
}
