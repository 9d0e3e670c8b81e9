import { toStorable } from '../rules/text.ts'
import { ellipsize } from '../rules/truncate.ts'

const maxLength = 100

/** How many unknown names an answer lists. The others are only counted. */
export const maxListedNames = 50

/** The name under which an answer reports those that it does not list. */
export const otherNames = '…'

/**
 * Returns a name that the caller sent, truncated to 100 characters, so that the answer stays short. Characters that
 * PostgreSQL cannot store are replaced, because an answer may be stored for its `Idempotency-Key`.
 */
export function shortName(name: string): string {
  return toStorable(ellipsize(name, maxLength))
}
