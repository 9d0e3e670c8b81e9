import { z } from 'zod'

/** Something the caller should know though the request was served: a field ignored, an old name read. */
export const Warning = z.strictObject({ field: z.string(), message: z.string() })
export type Warning = z.output<typeof Warning>
