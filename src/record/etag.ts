import { hash } from 'node:crypto'

/** Returns the weak ETag of a response body. Ignores `generated_at`, which differs in every response. */
export function etagOf(payload: string): string {
  return `W/"${hash('sha1', payload.replace(/"generated_at":"[^"]*"/, ''), 'base64url')}"`
}
