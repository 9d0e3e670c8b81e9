import { hash } from 'node:crypto'
import type { z } from 'zod'
import { Fault } from './fault.ts'
import { serializer } from './serializer.ts'

/** Returns the weak ETag of a response body. Ignores `generated_at`, which differs in every response. */
export function etagOf(payload: string): string {
  return `W/"${hash('sha1', payload.replace(/"generated_at":"[^"]*"/, ''), 'base64url')}"`
}

/** Returns the ETag of the fields of a value that the schema declares. */
export function etagBy(schema: z.ZodType, value: unknown): string {
  return etagOf(serializer(schema)(value))
}

/** Returns whether an If-Match or If-None-Match header contains the tag, by weak comparison. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const own = opaqueTag(tag)
  const candidates = header.split(',').map(opaqueTag)
  // A proxy that compresses the answer appends a suffix to its tag.
  return (
    header.trim() === '*' ||
    candidates.some((candidate) => [candidate, candidate.replace(/(?:-gzip|-br|;gzip)$/, '')].includes(own))
  )
}

// A tag without its quotes matches too: a client that reads the tag from JSON easily loses them.
function opaqueTag(text: string): string {
  return text
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
}

const afterMismatch =
  'The record has changed. Read it again, merge your change, and send it with the new ETag as If-Match.'

/**
 * Throws `precondition_failed` if the tag that was sent as If-Match is another one. `details` replace the current tag and
 * the advice to read the record again.
 */
export function requireTag(
  sent: string,
  current_etag: string,
  details: Record<string, unknown> = { current_etag, next: afterMismatch },
): void {
  if (!matchesTag(sent, current_etag)) throw new Fault('precondition_failed', undefined, undefined, details)
}
