import type { z } from 'zod'
import { requiredField } from '../validation/messages.ts'

/** Requires at least one item. An empty array gets the error of a missing field. */
export function nonEmpty<S extends z.ZodArray>(schema: S): S {
  return schema.refine((items) => items.length > 0, { params: { sentence: requiredField() } })
}
