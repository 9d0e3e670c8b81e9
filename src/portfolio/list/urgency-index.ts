/** Returns the index for the order of a list that begins with the most urgent records. */
export function urgencyIndex(table: string, order: readonly string[]) {
  const name = `${table}_urgency`
  return { name, expression: `create index "${name}" on "${table}" (${order.join(', ')})` }
}
