import type { z } from 'zod'
import { anyField, fieldPhrase, type Phrase } from '../../language/phrase.ts'
import { requiredField } from '../validation/messages.ts'
import { isObjectPayload } from './rule.ts'

/**
 * Requires at least one of `names` to be non-null. The error is reported on the first name and names the others. Runs
 * even if other fields are invalid.
 */
export function atLeastOne<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return schema
    .refine((value: Record<string, unknown>) => names.some((name) => value[name] != null), {
      path: [names[0]],
      params: { sentence: requiredOf(names) },
      when: isObjectPayload,
    })
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}

// Names a slug, but not the id that may be sent instead.
function requiredOf([, ...names]: string[]): Phrase {
  const others = names.filter((name) => !name.endsWith('_id'))
  if (others.length === 0) return requiredField()
  return fieldPhrase('validation.requiredOfSeveral', { others: anyField(others) })
}

/** Requires at least one item. An empty array gets the error of a missing field. */
export function nonEmpty<S extends z.ZodArray>(schema: S): S {
  return schema.refine((items) => items.length > 0, { params: { sentence: requiredField() } })
}
