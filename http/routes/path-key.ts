import { z } from 'zod'
import type { RecordName } from '../../src/portfolio/place/find.ts'
import { PathId } from '../../src/record/rules/id.ts'

/** The id or slug of a record in a path. A slug never consists of digits only, so the two cannot be confused. */
export const IdOrSlug = z
  .string()
  .max(255)
  .regex(/^[a-z0-9][a-z0-9_-]*$/i)
  .transform((text, context): RecordName => {
    if (!/^\d+$/.test(text)) return { slug: text.toLowerCase() }
    const id = PathId.safeParse(text)
    if (id.success) return { id: id.data }
    context.issues.push({ code: 'custom', input: text })
    return z.NEVER
  })
  .meta({ description: 'Id or slug' })

/** The path parameter that identifies a record: its name, the schema of the path, and how to read the key. */
export type PathKey<Key> = { parameter: string; params: z.ZodType; from: (params: unknown) => Key }

/** Returns a path key whose parameter is validated by `rule`. */
export function pathKey<Parameter extends string, Key>(
  parameter: Parameter,
  rule: z.ZodType<Key>,
): PathKey<Key> {
  const params = z.object({ [parameter]: rule })
  // The cast is safe: the guard has parsed the path with the same schema.
  return { parameter, params, from: (path) => (path as { [name in Parameter]: Key })[parameter] }
}

/** The path key of records that are identified by id alone. */
export const idKey = pathKey('id', PathId)
