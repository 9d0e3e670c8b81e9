import { createHash } from 'node:crypto'

// Each name keeps a plan on every connection. What comes beyond these runs without: a filter more or less is another
// text, so a caller can make many.
const most = 1000
const names = new Map<string, string>()

/** Gives a statement the name it is prepared under, if there is one left. */
export function assignStatementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= most) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

/** The name of a statement that has one. */
export function statementName(text: string): string | undefined {
  return names.get(text)
}
