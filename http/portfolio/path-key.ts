import { z } from 'zod'
import type { RecordName } from '../../src/portfolio/place/find.ts'
import { PathId } from '../../src/record/id.ts'

/** A record in a path, by id or by slug. Slugs are never all digits, so one look tells which it is. */
export const PathName = z
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
  .meta({ description: 'The id or the slug' })

/** How a path names one record. */
export type PathKey<Key> = { parameter: string; params: z.ZodType; of: (params: unknown) => Key }

/** By a parameter, as a rule reads it. */
export function pathKey<Parameter extends string, Key>(
  parameter: Parameter,
  rule: z.ZodType<Key>,
): PathKey<Key> {
  const params = z.object({ [parameter]: rule })
  // The guard has read the path by the same schema.
  return { parameter, params, of: (path) => (path as { [name in Parameter]: Key })[parameter] }
}

export const byId = pathKey('id', PathId)
