import { z } from 'zod'

/** Something the caller should know though the request was served: a field ignored, an old name read. */
export const Warning = z.strictObject({ field: z.string(), message: z.string() })
export type Warning = z.output<typeof Warning>

/** A field of a body that is not known, or not the caller's to set: which of both is not told. */
export function ignoredField(field: string): Warning {
  return { field, message: `The field "${field}" is not one to be set, and was ignored.` }
}
