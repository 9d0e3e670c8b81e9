import type { z } from 'zod'
import { isObjectPayload } from './rule.ts'

/**
 * Requires at least one of `names` to be non-null. The error is reported on the first name. Runs even if
 * other fields are invalid.
 */
export function atLeastOne<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return requireOne(schema, names, () => true).meta({ anyOf: names.map((name) => ({ required: [name] })) })
}

/** For PATCH: if any of `names` is sent, at least one of them must be non-null. */
export function notAllCleared<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return requireOne(schema, names, (value) => names.some((name) => value[name] !== undefined))
}

type Value = Record<string, unknown>

function requireOne<S extends z.ZodObject>(
  schema: S,
  names: [string, ...string[]],
  applies: (value: Value) => boolean,
): S {
  return schema.refine((value: Value) => !applies(value) || names.some((name) => value[name] != null), {
    path: [names[0]],
    params: { sentence: 'The {attr} field is required.' },
    when: isObjectPayload,
  })
}
