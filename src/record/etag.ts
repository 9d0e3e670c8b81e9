import { hash } from 'node:crypto'
import type { z } from 'zod'
import { serializer } from './serializer.ts'

/** Returns the weak ETag of a response body. Ignores `generated_at`, which differs in every response. */
export function etagOf(payload: string): string {
  return `W/"${hash('sha1', payload.replace(/"generated_at":"[^"]*"/, ''), 'base64url')}"`
}

/** Returns the ETag of the fields of a value that the schema declares. */
export function etagBy(schema: z.ZodType, value: unknown): string {
  return etagOf(serializer(schema)(value))
}
