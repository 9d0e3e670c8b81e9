/** Returns the LIKE pattern that matches values which contain `text`. Wildcards in `text` are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
