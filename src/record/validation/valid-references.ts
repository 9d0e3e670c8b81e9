import type { z } from 'zod'

// The fields that name other records.
const referenceName = /_(id|slug)$|^(evidence|blocked_by|tasks)$/

/** Returns the fields of an invalid body that name other records and are valid themselves. */
export function validReferences(shape: z.ZodRawShape, body: object): Record<string, never> {
  // A body may have hundreds of thousands of unknown fields, so the fields of the schema are iterated.
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    if (!referenceName.test(name) || !Object.hasOwn(body, name)) return []
    const parsed = (schema as z.ZodType).safeParse(body[name as keyof typeof body])
    return parsed.success ? [[name, parsed.data as never] as const] : []
  })
  return Object.fromEntries(fields)
}
