import type { z } from 'zod'
import { requiredField } from '../validation/messages.ts'
import { isObjectPayload } from './rule.ts'

/**
 * Requires at least one of `names` to be non-null. The error is reported on the first name. Runs even if
 * other fields are invalid.
 */
export function atLeastOne<S extends z.ZodObject>(schema: S, ...names: [string, ...string[]]): S {
  return schema
    .refine((value: Record<string, unknown>) => names.some((name) => value[name] != null), {
      path: [names[0]],
      params: { sentence: requiredField() },
      when: isObjectPayload,
    })
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}
