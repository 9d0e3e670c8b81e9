import { createHash } from 'node:crypto'

// Every named statement keeps a plan on each connection. Further statements run unnamed: each combination of
// filters is another statement, so callers can cause many.
const maxNames = 1000
const names = new Map<string, string>()

/**
 * Returns the name under which a statement is prepared, and assigns one if it has none. Returns undefined if
 * all names are in use.
 */
export function assignStatementName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing || names.size >= maxNames) return existing
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}
