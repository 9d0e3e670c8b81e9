import { z } from 'zod'

/** A note to the caller of a successful request, such as an ignored field or an alias that was accepted. */
export const Warning = z.strictObject({ field: z.string(), message: z.string() })
export type Warning = z.output<typeof Warning>

/** Returns the warning for a field of a body that is unknown or read-only. */
export function ignoredField(field: string): Warning {
  return { field, message: `The field "${field}" is unknown or read-only and was ignored.` }
}
