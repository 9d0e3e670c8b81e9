/** Returns the name of a record with its slug or id, which tells it apart from others: `Scanner (scanner-2)`. */
export function withKey(name: string, key: string | number): string {
  return `${name} (${key})`
}

/** Returns what stands in parentheses at the end of a text, which may be the slug or id of a record. */
export function keyInParentheses(text: string): string | undefined {
  const start = text.lastIndexOf(' (')
  return start > 0 && text.endsWith(')') ? text.slice(start + 2, -1) : undefined
}
