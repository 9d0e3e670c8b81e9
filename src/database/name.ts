import { createHash } from 'node:crypto'

const names = new Map<string, string>()

/** Gives a statement the name it is prepared under. To be called for texts that are few: each keeps its plan. */
export function keepName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
  }
  return name
}

/** The name of a statement that has one. */
export function nameOf(text: string): string | undefined {
  return names.get(text)
}
