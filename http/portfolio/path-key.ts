import type { z } from 'zod'
import { IdPath } from '../path.ts'

/** How a path names one record. */
export type PathKey<Key> = { parameter: string; params: z.ZodType; of: (params: unknown) => Key }

/** By a parameter, as the schema of the path reads it. */
export function pathKey<Parameter extends string, Key>(
  parameter: Parameter,
  params: z.ZodType<{ [name in Parameter]: Key }>,
): PathKey<Key> {
  // The guard has read the path by the same schema.
  return { parameter, params, of: (path) => (path as z.output<typeof params>)[parameter] }
}

export const byId = pathKey('id', IdPath)
